import { signFields, isValidSignature } from '../providers/sic-pay/sign.ts'
import { FAKE } from './keys.ts'
import { type FakeRequest, fail, type FakeResponse } from './http-exchange.ts'
import type { FakePayment, GatewayProtocol, FakeGateways } from './fake-gateways.ts'

const { merchant_id, sign_secret } = FAKE.sic_pay
const decimal = (minor: number) => (minor / 100).toFixed(2)
const withSign = (fields: Record<string, string>) => ({ ...fields, sign: signFields(fields, 'hmac_sha256', sign_secret) })
const now = () => String(Math.floor(Date.now() / 1_000))

/** Notifications as signed forms, repeated until the shop answers `success`. */
export const sicPayProtocol = (): GatewayProtocol => ({
  notice(p, news, { capture, refund }) {
    const fields = {
      out_trade_no: p.reference,
      trade_no: capture?.id ?? refund?.capture ?? p.id,
      amount: decimal(refund?.amount ?? capture?.amount ?? p.amount),
      currency: p.currency,
      status: { paid: 'SUCCESS', pending: 'PENDING', failed: 'FAIL', refunded: 'REFUND', chargeback: 'CHARGEBACK' }[news],
      payer: '陳大文',
      time: now(),
      ...(refund ? { refund_no: refund.id, ...(refund.key.startsWith('outside') ? {} : { out_refund_no: refund.key }) } : {}),
    }
    return {
      url: p.notifyUrl,
      body: new URLSearchParams(withSign(fields)).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
  },
  spoil: (n) => ({ ...n, body: n.body.replace(/sign=[0-9a-f]+/, `sign=${'0'.repeat(64)}`) }),
})

/** The gateway's three endpoints. */
export async function sicPayApi(
  gateways: FakeGateways,
  request: FakeRequest,
  page: (id: string) => string,
): Promise<FakeResponse | undefined> {
  const { path } = request
  if (!path.startsWith('/sic/')) return undefined
  const form = Object.keys(request.form).length > 0 ? request.form : (JSON.parse(request.body || '{}') as Record<string, string>)
  if (form.merchant_id !== merchant_id || !isValidSignature(form, 'hmac_sha256', sign_secret)) return fail(200, { code: 'SIGN_ERROR' })
  const p = gateways.by(form.out_trade_no ?? '')
  if (path === '/sic/create') {
    gateways.calls.push({ provider: 'sic_pay', operation: 'create', key: form.out_trade_no ?? '' })
    const made =
      p ??
      gateways.add({
        id: gateways.number('T'),
        provider: 'sic_pay',
        reference: form.out_trade_no ?? '',
        amount: Math.round(Number(form.amount) * 100),
        currency: form.currency ?? '',
        returnUrl: form.return_url ?? '',
        cancelUrl: `${form.return_url}&canceled=1`,
        notifyUrl: form.notify_url ?? '',
        sent: {},
      })
    gateways.silent(made, 11, 'create')
    return { status: 200, json: { code: 'OK', pay_url: page(made.id), trade_no: made.id } }
  }
  if (path === '/sic/query') return { status: 200, json: withSign(p ? toStatusFields(p) : { code: 'NOT_FOUND' }) }
  if (path === '/sic/refund') {
    gateways.calls.push({ provider: 'sic_pay', operation: 'refund', key: form.out_refund_no ?? '' })
    if (!p) return { status: 200, json: { code: 'NOT_FOUND', status: 'FAIL' } }
    try {
      const before = p.refunds.length
      const made = gateways.refund(p, form.trade_no ?? '', Math.round(Number(form.amount) * 100), form.out_refund_no ?? '')
      if (p.refunds.length > before) gateways.queue(p, 'refunded', { refund: made })
      gateways.silent(p, 12, 'refund')
      return { status: 200, json: { code: 'OK', status: 'SUCCESS', refund_no: made.id } }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return { status: 200, json: { code: 'AMOUNT', status: 'FAIL', message: 'amount too large' } }
    }
  }
  return undefined
}

function toStatusFields(p: FakePayment): Record<string, string> {
  const capture = p.captures[0]
  const status = { open: 'WAIT', approved: 'WAIT', pending: 'PENDING', paid: 'SUCCESS', failed: 'FAIL', canceled: 'CLOSED' }[p.state]
  return {
    code: 'OK',
    out_trade_no: p.reference,
    trade_no: capture?.id ?? p.id,
    amount: decimal(capture?.amount ?? p.amount),
    currency: p.currency,
    status,
    timestamp: now(),
  }
}
