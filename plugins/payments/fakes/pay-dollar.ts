import { hashWebhook, hashPaymentForm } from '../providers/pay-dollar/hash.ts'
import { FAKE } from './keys.ts'
import type { FakeRequest, FakeResponse } from './http-exchange.ts'
import type { FakePayment, GatewayProtocol, FakeGateways } from './fake-gateways.ts'

const { merchant_id, secure_secret, api_login, api_password } = FAKE.pay_dollar
const CODES: Record<string, string> = { '344': 'HKD', '446': 'MOP', '156': 'CNY', '901': 'TWD', '840': 'USD', '702': 'SGD', '458': 'MYR' }
const decimal = (minor: number) => (minor / 100).toFixed(2)

/** The datafeed: a form with a hash over its fields. It reports payments and rejections only. */
export const payDollarProtocol = (gateways: FakeGateways, url: string): GatewayProtocol => ({
  notice(p, news, { capture }) {
    if (news !== 'paid' && news !== 'failed') return undefined
    const fields = {
      src: news === 'failed' ? '3' : '0',
      prc: news === 'failed' ? '1' : '0',
      Ord: gateways.number('8'),
      Holder: '陳大文',
      successcode: news === 'paid' ? '0' : '1',
      Ref: p.reference,
      PayRef: capture?.id ?? p.id,
      Amt: decimal(capture?.amount ?? p.amount),
      Cur: p.sent.currCode ?? '344',
      payerAuth: 'Y',
      payMethod: 'VISA',
    }
    return {
      url,
      body: new URLSearchParams({ ...fields, secureHash: hashWebhook(fields, secure_secret) }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
  },
  spoil: (n) => ({ ...n, body: n.body.replace(/secureHash=[0-9a-f]+/, `secureHash=${'0'.repeat(40)}`) }),
})

/** The payment page accepts the shop's form if its hash is valid. */
export function payForm(gateways: FakeGateways, form: Record<string, string>): FakePayment | undefined {
  const fields = {
    merchantId: form.merchantId ?? '',
    orderRef: form.orderRef ?? '',
    currCode: form.currCode ?? '',
    amount: form.amount ?? '',
    payType: form.payType ?? '',
  }
  if (form.merchantId !== merchant_id || form.secureHash !== hashPaymentForm(fields, secure_secret)) return undefined
  return (
    gateways.by(fields.orderRef) ??
    gateways.add({
      id: gateways.number('7'),
      provider: 'pay_dollar',
      reference: fields.orderRef,
      amount: Math.round(Number(fields.amount) * 100),
      currency: CODES[fields.currCode] ?? '',
      returnUrl: `${form.successUrl}&Ref=${encodeURIComponent(fields.orderRef)}`,
      cancelUrl: form.cancelUrl ?? '',
      notifyUrl: '',
      sent: { currCode: fields.currCode },
    })
  )
}

const line = (fields: Record<string, string>): FakeResponse => ({
  status: 200,
  text: new URLSearchParams(fields).toString(),
  type: 'text/plain',
})

/** The order API: queries are answered in XML, commands with one line. */
export async function payDollarApi(gateways: FakeGateways, { path, form }: FakeRequest): Promise<FakeResponse | undefined> {
  if (!path.endsWith('/merchant/api/orderApi.jsp')) return undefined
  if (form.merchantId !== merchant_id || form.loginId !== api_login || form.password !== api_password)
    return line({ resultCode: '-1', errMsg: 'Authentication Failed: login or password' })
  const p = form.payRef
    ? (gateways.byCapture(form.payRef)?.payment ?? gateways.payments.get(form.payRef))
    : gateways.by(form.orderRef ?? '')
  if (!p)
    return form.actionType === 'Query'
      ? { status: 200, text: '<?xml version="1.0"?><records></records>', type: 'text/xml' }
      : line({ resultCode: '-1', errMsg: 'Payment not found' })
  if (form.actionType === 'Query') return { status: 200, text: records(p, form.payRef), type: 'text/xml' }
  gateways.calls.push({ provider: 'pay_dollar', operation: 'refund', key: form.merchantRef ?? '' })
  try {
    const capture = form.payRef ?? ''
    const made = gateways.refund(p, capture, Math.round(Number(form.amount) * 100), gateways.number('R'), false)
    // Refunds are asynchronous: the acquirer approves them later.
    gateways.later(p, async () => {
      made.done = true
    })
    if (p.amount % 100 === 12) made.done = true
    gateways.silent(p, 12, 'refund')
    return line({
      resultCode: '0',
      orderStatus: 'RequestRefund',
      ref: p.reference,
      payRef: capture,
      amt: form.amount ?? '',
      cur: p.sent.currCode ?? '',
      errMsg: 'Refund requested',
    })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return line({ resultCode: '-1', errMsg: 'Refund amount is too large' })
  }
}

function records(p: FakePayment, payRef = p.captures[0]?.id ?? p.id): string {
  if (p.state === 'open' || p.state === 'approved') return '<?xml version="1.0"?><records></records>'
  const capture = p.captures.find((c) => c.id === payRef)
  const back = p.refunds.filter((r) => r.capture === payRef && r.done).reduce((sum, r) => sum + r.amount, 0)
  const status =
    capture && back > 0
      ? back >= capture.amount
        ? 'Refunded'
        : 'Partial Refunded'
      : { pending: 'Pending', paid: 'Accepted', failed: 'Rejected', canceled: 'Cancelled' }[p.state]
  return `<?xml version="1.0" encoding="UTF-8"?><records><record><orderStatus>${status}</orderStatus><ref>${p.reference}</ref><payRef>${payRef}</payRef><amt>${decimal(capture?.amount ?? p.amount)}</amt><cur>${p.sent.currCode ?? ''}</cur><refundAmt>${decimal(back)}</refundAmt></record></records>`
}
