import { createHmac } from 'node:crypto'
import { FAKE } from './keys.ts'
import { type FakeRequest, fail, type FakeResponse } from './http-exchange.ts'
import type { FakePayment, GatewayProtocol, FakeGateways } from './fake-gateways.ts'

const money = (minor: number, currency: string) => ({ currency_code: currency, value: (minor / 100).toFixed(2) })
const hundredths = (value: string) => Math.round(Number(value) * 100)

const getCapture = (p: FakePayment, c: { id: string; amount: number }, status = 'COMPLETED') => ({
  id: c.id,
  status,
  amount: money(c.amount, p.currency),
  custom_id: p.reference,
  supplementary_data: { related_ids: { order_id: p.id } },
})

const getRefund = (p: FakePayment, r: FakePayment['refunds'][number]) => ({
  id: r.id,
  status: 'COMPLETED',
  amount: money(r.amount, p.currency),
  ...(r.key.startsWith('outside') ? {} : { custom_id: r.key }),
  supplementary_data: { related_ids: { order_id: p.id, capture_id: r.capture } },
})

function getOrder(p: FakePayment) {
  const captures =
    p.state === 'pending'
      ? [getCapture(p, { id: `${p.id}-P`, amount: p.amount }, 'PENDING')]
      : p.state === 'failed'
        ? [getCapture(p, { id: `${p.id}-D`, amount: p.amount }, 'DECLINED')]
        : p.captures.map((c) => getCapture(p, c))
  const status = {
    open: 'PAYER_ACTION_REQUIRED',
    approved: 'APPROVED',
    pending: 'COMPLETED',
    paid: 'COMPLETED',
    failed: 'COMPLETED',
    canceled: 'VOIDED',
  }[p.state]
  return {
    id: p.id,
    status,
    purchase_units: [{ custom_id: p.reference, payments: { captures, refunds: p.refunds.map((r) => getRefund(p, r)) } }],
  }
}

const mark = (id: string, body: string) => createHmac('sha256', FAKE.paypal.client_secret).update(`${id}${body}`).digest('base64')

/** Webhook events in PayPal's format. `verify-webhook-signature` answers its signature check. */
export const paypalProtocol = (gateways: FakeGateways, url: string): GatewayProtocol => ({
  notice(p, news, { capture, refund }) {
    const [event_type, resource] = {
      paid: ['PAYMENT.CAPTURE.COMPLETED', capture ? getCapture(p, capture) : {}] as const,
      pending: ['PAYMENT.CAPTURE.PENDING', getCapture(p, { id: `${p.id}-P`, amount: p.amount }, 'PENDING')] as const,
      failed: ['PAYMENT.CAPTURE.DENIED', getCapture(p, { id: `${p.id}-D`, amount: p.amount }, 'DECLINED')] as const,
      refunded: ['PAYMENT.CAPTURE.REFUNDED', refund ? getRefund(p, refund) : {}] as const,
      chargeback: [
        'PAYMENT.CAPTURE.REVERSED',
        { ...getCapture(p, capture ?? { id: '', amount: p.amount }), id: gateways.number('rev') },
      ] as const,
    }[news]
    const id = `WH-${gateways.salt}-${news}-${refund?.id ?? capture?.id ?? p.id}`
    const body = JSON.stringify({ id, event_type, resource: { ...resource, payer: '陳大文' } })
    return {
      url,
      body,
      headers: {
        'content-type': 'application/json',
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': 'https://api.paypal.com/certs/rehearsal.pem',
        'paypal-transmission-id': id,
        'paypal-transmission-sig': mark(id, JSON.stringify(JSON.parse(body))),
        'paypal-transmission-time': new Date().toISOString(),
      },
    }
  },
  spoil: (n) => ({ ...n, headers: { ...n.headers, 'paypal-transmission-sig': 'forged' } }),
})

/** The part of PayPal's API that the adapter calls. */
export async function paypalApi(
  gateways: FakeGateways,
  request: FakeRequest,
  page: (id: string) => string,
): Promise<FakeResponse | undefined> {
  const { method, path } = request
  if (!/^\/v1\/(oauth2|notifications)|^\/v2\//.test(path)) return undefined
  const basic = `Basic ${Buffer.from(`${FAKE.paypal.client_id}:${FAKE.paypal.client_secret}`).toString('base64')}`
  if (path === '/v1/oauth2/token')
    return request.headers.authorization === basic
      ? { status: 200, json: { access_token: `A21${gateways.salt}`, expires_in: 32_400 } }
      : fail(401, { error: 'invalid_client' })
  if (request.headers.authorization !== `Bearer A21${gateways.salt}`) return fail(401, { name: 'AUTHENTICATION_FAILURE' })
  const body = request.body ? (JSON.parse(request.body) as Record<string, never>) : {}
  const key = String(request.headers['paypal-request-id'] ?? '')
  if (path === '/v1/notifications/verify-webhook-signature') {
    const b = body as { transmission_id?: string; transmission_sig?: string; webhook_id?: string; webhook_event?: object }
    const right =
      b.webhook_id === FAKE.paypal.webhook_id && b.transmission_sig === mark(b.transmission_id ?? '', JSON.stringify(b.webhook_event))
    return { status: 200, json: { verification_status: right ? 'SUCCESS' : 'FAILURE' } }
  }
  if (path === '/v1/notifications/webhooks') return { status: 200, json: { webhooks: [] } }
  if (method === 'POST' && path === '/v2/checkout/orders') {
    gateways.calls.push({ provider: 'paypal', operation: 'create', key })
    const storedAnswer = gateways.answers.get(`paypal ${key}`) as FakeResponse | undefined
    if (storedAnswer) return storedAnswer
    const b = body as unknown as {
      purchase_units: { custom_id: string; amount: { value: string; currency_code: string } }[]
      payment_source: { paypal: { experience_context: { return_url: string; cancel_url: string } } }
    }
    const unit = b.purchase_units[0]
    const back = b.payment_source.paypal.experience_context
    const p = gateways.add({
      id: gateways.number('ORD'),
      provider: 'paypal',
      reference: unit?.custom_id ?? '',
      amount: hundredths(unit?.amount.value ?? '0'),
      currency: unit?.amount.currency_code ?? '',
      returnUrl: '',
      cancelUrl: '',
      notifyUrl: '',
      sent: {},
    })
    p.returnUrl = `${back.return_url}&token=${p.id}&PayerID=REHEARSAL`
    p.cancelUrl = `${back.cancel_url}&token=${p.id}`
    const response: FakeResponse = {
      status: 201,
      json: { id: p.id, status: 'PAYER_ACTION_REQUIRED', links: [{ rel: 'payer-action', href: page(p.id) }] },
    }
    gateways.answers.set(`paypal ${key}`, response)
    gateways.silent(p, 11, 'create')
    return response
  }
  const [, , , , id = '', verb] = path.split('/')
  if (path.startsWith('/v2/checkout/orders/')) {
    const p = gateways.payments.get(id)
    if (!p) return fail(404, { name: 'RESOURCE_NOT_FOUND' })
    if (method === 'POST' && verb === 'capture') {
      gateways.calls.push({ provider: 'paypal', operation: 'capture', key })
      if (p.state === 'approved') await gateways.pay(p, () => gateways.number('CAP'))
    }
    return { status: 200, json: getOrder(p) }
  }
  if (path.startsWith('/v2/payments/captures/')) {
    gateways.calls.push({ provider: 'paypal', operation: 'refund', key })
    const about = gateways.byCapture(id)
    if (!about) return fail(404, { name: 'RESOURCE_NOT_FOUND' })
    const b = body as unknown as { amount: { value: string } }
    try {
      const before = about.payment.refunds.length
      const made = gateways.refund(about.payment, id, hundredths(b.amount.value), key)
      if (about.payment.refunds.length > before) gateways.queue(about.payment, 'refunded', { refund: made })
      gateways.silent(about.payment, 12, 'refund')
      return { status: 201, json: getRefund(about.payment, made) }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return fail(422, { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'REFUND_AMOUNT_EXCEEDED' }] })
    }
  }
  return fail(404, { name: 'RESOURCE_NOT_FOUND' })
}
