import { createHmac } from 'node:crypto'
import { FAKE } from './keys.ts'
import type { FakePayment, Notice, GatewayProtocol, FakeGateways } from './fake-gateways.ts'
import { type FakeRequest, fail, type FakeResponse } from './http-exchange.ts'

const intentId = (p: FakePayment) => (p.id.startsWith('cs_') ? p.id.replace('cs_', 'pi_') : p.id)

const isHeld = (p: FakePayment) => p.state === 'approved' && p.hold !== undefined

function intent(p: FakePayment) {
  const status = {
    open: 'requires_payment_method',
    approved: p.hold ? 'requires_capture' : 'requires_confirmation',
    pending: 'processing',
    paid: 'succeeded',
    failed: 'requires_payment_method',
    canceled: 'canceled',
  }[p.state]
  const first = p.captures[0]
  return {
    id: intentId(p),
    object: 'payment_intent',
    amount: p.amount,
    amount_received: first?.amount ?? 0,
    amount_capturable: isHeld(p) ? p.amount : 0,
    currency: p.currency.toLowerCase(),
    status,
    client_secret: `${intentId(p)}_secret_rehearsal`,
    metadata: { reference: p.reference, payer: '陳大文' },
    last_payment_error:
      p.state === 'failed'
        ? { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' }
        : null,
  }
}

const getRefund = (p: FakePayment, r: FakePayment['refunds'][number]) => ({
  id: r.id,
  object: 'refund',
  amount: r.amount,
  currency: p.currency.toLowerCase(),
  payment_intent: r.capture,
  status: 'succeeded',
  metadata: r.key.startsWith('outside') ? {} : { refund_key: r.key, reference: p.reference },
})

/** Events that only Stripe has: the state of an authorized payment. */
async function tellIntent(gateways: FakeGateways, p: FakePayment, type: string): Promise<void> {
  const url = gateways.protocols.get('stripe')?.notice(p, 'pending', {})?.url
  if (url) await gateways.post(p, type, posted(url, `evt_${gateways.salt}_${type}_${p.id}`, type, intent(p)))
}

/** Makes the payment an authorization, which is not captured when the payer pays. */
function holds(gateways: FakeGateways, p: FakePayment): void {
  p.hold = () => tellIntent(gateways, p, 'payment_intent.amount_capturable_updated')
}

/** An event in Stripe's format, signed over its bytes. */
function posted(url: string, id: string, type: string, object: object): Notice {
  const body = JSON.stringify({ id, object: 'event', type, data: { object } })
  return { url, body, headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature(body) } }
}

/** Events in Stripe's format. */
export const stripeProtocol = (gateways: FakeGateways, url: string): GatewayProtocol => ({
  notice(p, news, { capture, refund }) {
    const base = intent(p)
    const paid = { ...base, id: capture?.id ?? base.id, amount_received: capture?.amount ?? p.amount, status: 'succeeded' }
    const [type, object] = {
      paid: ['payment_intent.succeeded', paid] as const,
      pending: ['payment_intent.processing', base] as const,
      failed: ['payment_intent.payment_failed', base] as const,
      refunded: ['refund.updated', refund ? getRefund(p, refund) : base] as const,
      chargeback: [
        'charge.dispute.created',
        {
          id: gateways.number('dp_'),
          object: 'dispute',
          amount: capture?.amount ?? p.amount,
          currency: base.currency,
          payment_intent: capture?.id ?? base.id,
          reason: 'fraudulent',
          metadata: {},
        },
      ] as const,
    }[news]
    // The same event keeps its id, however often it is sent.
    const about = refund?.id ?? capture?.id ?? p.id
    return posted(url, `evt_${gateways.salt}_${news}_${about}`, type, object)
  },
  spoil: (n) => ({ ...n, body: `${n.body} ` }),
})

function signature(body: string): string {
  const at = Math.floor(Date.now() / 1_000)
  return `t=${at},v1=${createHmac('sha256', FAKE.stripe.webhook_secret).update(`${at}.${body}`).digest('hex')}`
}

/** The part of Stripe's API that the adapter calls. */
export async function stripeApi(
  gateways: FakeGateways,
  request: FakeRequest,
  page: (id: string) => string,
): Promise<FakeResponse | undefined> {
  const { method, path, form } = request
  if (!path.startsWith('/v1/') || !/^\/v1\/(payment_intents|checkout|refunds|balance)/.test(path)) return undefined
  if (request.headers.authorization !== `Bearer ${FAKE.stripe.secret_key}`)
    return fail(401, {
      error: {
        type: 'invalid_request_error',
        code: 'invalid_api_key',
        message: `Invalid API Key provided: ${String(request.headers.authorization)}`,
      },
    })
  const key = String(request.headers['idempotency-key'] ?? '')
  const once = async (operation: string, make: () => Promise<FakeResponse>): Promise<FakeResponse> => {
    gateways.calls.push({ provider: 'stripe', operation, key })
    const storedAnswer = gateways.answers.get(`stripe ${key}`) as FakeResponse | undefined
    return storedAnswer ?? make()
  }
  const keep = (response: FakeResponse): FakeResponse => {
    if (key) gateways.answers.set(`stripe ${key}`, response)
    return response
  }
  const parts = path.split('/')
  if (method === 'POST' && path === '/v1/payment_intents')
    return once('create', async () => {
      const p = gateways.add({
        id: gateways.number('pi_'),
        provider: 'stripe',
        reference: form['metadata[reference]'] ?? '',
        amount: Number(form.amount),
        currency: String(form.currency).toUpperCase(),
        returnUrl: '',
        cancelUrl: '',
        notifyUrl: '',
        sent: {},
      })
      if (form.capture_method === 'manual') holds(gateways, p)
      const response = keep({ status: 200, json: intent(p) })
      gateways.silent(p, 11, 'create')
      return response
    })
  if (method === 'POST' && path === '/v1/checkout/sessions')
    return once('create', async () => {
      const p = gateways.add({
        id: gateways.number('cs_'),
        provider: 'stripe',
        reference: form.client_reference_id ?? '',
        amount: Number(form['line_items[0][price_data][unit_amount]']),
        currency: String(form['line_items[0][price_data][currency]']).toUpperCase(),
        returnUrl: form.success_url ?? '',
        cancelUrl: form.cancel_url ?? '',
        notifyUrl: '',
        sent: {},
      })
      if (form['payment_intent_data[capture_method]'] === 'manual') holds(gateways, p)
      p.returnUrl = p.returnUrl.replace('{CHECKOUT_SESSION_ID}', p.id)
      const response = keep({ status: 200, json: { id: p.id, object: 'checkout.session', url: page(p.id), payment_intent: null } })
      gateways.silent(p, 11, 'create')
      return response
    })
  const verb = ['confirm', 'capture', 'cancel'].find((action) => path.endsWith(`/${action}`))
  const named = parts.at(verb ? -2 : -1)
  const found = [...gateways.payments.values()].find((p) => p.provider === 'stripe' && (p.id === named || intentId(p) === named))
  if (method === 'POST' && (verb === 'capture' || verb === 'cancel') && found)
    return once(verb, async () => {
      if (!isHeld(found))
        return fail(400, {
          error: {
            type: 'invalid_request_error',
            code: 'payment_intent_unexpected_state',
            message: `This PaymentIntent is ${found.state}`,
          },
        })
      if (verb === 'capture') gateways.queue(found, 'paid', { capture: gateways.capture(found, intentId(found)) })
      else {
        found.state = 'canceled'
        gateways.later(found, () => tellIntent(gateways, found, 'payment_intent.canceled'))
      }
      return keep({ status: 200, json: intent(found) })
    })
  if (method === 'POST' && verb === 'confirm' && found) {
    await gateways.pay(found, () => (found.captures.length === 0 ? intentId(found) : gateways.number('pi_')))
    return found.state === 'failed'
      ? fail(402, {
          error: { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
        })
      : { status: 200, json: intent(found) }
  }
  if (method === 'GET' && path.startsWith('/v1/payment_intents/') && found) return { status: 200, json: intent(found) }
  if (method === 'GET' && path.startsWith('/v1/checkout/sessions/') && found)
    return {
      status: 200,
      json: { id: found.id, object: 'checkout.session', payment_intent: found.state === 'open' ? null : intentId(found) },
    }
  if (method === 'POST' && path === '/v1/refunds')
    return once('refund', async () => {
      const about = gateways.byCapture(form.payment_intent ?? '')
      if (!about)
        return fail(404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such payment_intent' } })
      try {
        const made = gateways.refund(about.payment, about.capture.id, Number(form.amount), form['metadata[refund_key]'] ?? '')
        const response = keep({ status: 200, json: getRefund(about.payment, made) })
        gateways.queue(about.payment, 'refunded', { refund: made })
        gateways.silent(about.payment, 12, 'refund')
        return response
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        return fail(400, {
          error: { type: 'invalid_request_error', code: 'amount_too_large', message: 'Refund amount is greater than unrefunded amount' },
        })
      }
    })
  if (method === 'GET' && path === '/v1/refunds') {
    const list = [...gateways.payments.values()].flatMap((p) =>
      p.refunds.filter((r) => r.capture === request.query.payment_intent).map((r) => getRefund(p, r)),
    )
    return { status: 200, json: { object: 'list', data: list, has_more: false, url: '/v1/refunds' } }
  }
  if (path === '/v1/balance') return { status: 200, json: { object: 'balance', available: [] } }
  return fail(404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' } })
}
