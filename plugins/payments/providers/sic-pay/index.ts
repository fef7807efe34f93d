import { createHash, randomBytes } from 'node:crypto'
import { formatMoney, getErrorCode, dropDecimals } from 'stoa'
import { fromDecimal } from '../../domain/amount.ts'
import { type GatewayAccount, type PaymentAdapter, GatewayError, type WebhookRequest, type PaymentReport } from '../../services/adapter.ts'
import { callProvider, formRequest, parseJson } from '../http.ts'
import { fromGatewayNames, toGatewayNames } from './names.ts'
import { signFields, isValidSignature, type SignPreset } from './sign.ts'

/** Allowed clock difference of a webhook, in seconds. */
const MAX_CLOCK_SKEW_SECONDS = 300

const getPreset = (account: GatewayAccount) => (account.config.sign_preset || 'hmac_sha256') as SignPreset
const getSecret = (account: GatewayAccount) => account.config.sign_secret ?? ''
const getTimestamp = () => String(Math.floor(Date.now() / 1_000))

/** A redirect gateway; the method's configuration defines its fields, signature and addresses. */
export const sicPay: PaymentAdapter = {
  title: 'payments:provider.sic_pay',
  flow: 'redirect',
  listRequiredSettings: ({ sign_preset }) => ['merchant_id', 'pay_url', ...(sign_preset === 'rsa' ? ['gateway_key'] : ['sign_secret'])],

  async createPayment(s, account) {
    const fields = addSignature(account, {
      merchant_id: account.config.merchant_id ?? '',
      out_trade_no: s.reference,
      amount: dropDecimals(formatMoney(s.amount), s.currency),
      currency: s.currency,
      subject: s.number,
      notify_url: s.urls.webhook,
      return_url: s.urls.return,
      timestamp: getTimestamp(),
      // The same on every retry of an attempt, so that a gateway that checks nonces recognises a repeat.
      nonce: createHash('sha256').update(s.reference).digest('hex').slice(0, 16),
    })
    const url = account.config.pay_url ?? ''
    if (account.config.create_style === 'redirect') {
      const target = new URL(url)
      for (const [name, value] of Object.entries(fields)) target.searchParams.set(name, value)
      return { action: { type: 'redirect', url: target.href } }
    }
    const answer = fromGatewayNames(account, await post(account, url, fields, 'create'))
    if (!answer.pay_url) {
      const code = getErrorCode(answer.code)
      throw new GatewayError(code || 'refused', `create: the gateway answered ${code || 'no address'}`)
    }
    return { action: { type: 'redirect', url: answer.pay_url }, ...(answer.trade_no ? { provider_payment_id: answer.trade_no } : {}) }
  },

  async verifyWebhook(webhook, account) {
    const sent = parseFields(webhook)
    const f = fromGatewayNames(account, sent)
    if (!isValidSignature(sent, getPreset(account), getSecret(account), account.config.gateway_key ?? '', getSignatureField(account)))
      return false
    const at = Number(f.time ?? f.timestamp)
    return Number.isFinite(at) && Math.abs(Date.now() / 1_000 - at) <= MAX_CLOCK_SKEW_SECONDS
  },

  async parseWebhook(webhook, account) {
    const f = fromGatewayNames(account, parseFields(webhook))
    // A repeated webhook has a new time and nonce but the same content. Refund numbers distinguish two refunds
    // of the same amount.
    const refund = [f.refund_no, f.out_refund_no].filter(Boolean)
    return {
      event_key: [f.trade_no, f.out_trade_no, f.status, f.amount, ...refund].join(':'),
      type: f.status ?? '',
      reports: toStatusReport(f),
    }
  },
  acknowledgeWebhook: (outcome) => ({
    status: outcome === 'accepted' ? 200 : 400,
    body: outcome === 'accepted' ? 'success' : 'fail',
    type: 'text/plain',
  }),

  async queryPayment(attempt, account) {
    const url = account.config.query_url
    if (!url) return []
    const fields = addSignature(account, {
      merchant_id: account.config.merchant_id ?? '',
      out_trade_no: attempt.reference,
      timestamp: getTimestamp(),
      nonce: createNonce(),
    })
    const answer = await post(account, url, fields, 'query')
    if (!isValidSignature(answer, getPreset(account), getSecret(account), account.config.gateway_key ?? '', getSignatureField(account)))
      throw new GatewayError('signature', 'query: the answer is not signed by the gateway')
    return toStatusReport(fromGatewayNames(account, answer))
  },

  supportsRefunds: ({ refund_url }) => Boolean(refund_url),
  async refundPayment(request, account) {
    const fields = addSignature(account, {
      merchant_id: account.config.merchant_id ?? '',
      trade_no: request.capture_txn,
      out_trade_no: request.reference,
      out_refund_no: request.key,
      amount: dropDecimals(formatMoney(request.refund_amount), request.currency),
      currency: request.currency,
      timestamp: getTimestamp(),
      nonce: createNonce(),
    })
    const answer = fromGatewayNames(account, await post(account, account.config.refund_url ?? '', fields, 'refund'))
    const txn = answer.refund_no || request.key
    if (answer.status === 'SUCCESS') return { status: 'completed', txn }
    if (answer.status === 'PENDING') return { status: 'process', txn }
    return { status: 'failed', txn, message: answer.message ?? answer.code ?? '' }
  },
  // A request with the same number answers the state of the refund.
  queryRefund: (request, account) =>
    sicPay.refundPayment?.(request, account) as Promise<{ status: 'completed' | 'process' | 'failed'; txn: string }>,

  async testConnection(account) {
    const url = account.config.query_url
    if (!url) throw new GatewayError('no_query', 'Payments work, but queries need the query URL')
    await post(
      account,
      url,
      addSignature(account, {
        merchant_id: account.config.merchant_id ?? '',
        out_trade_no: 'stoa-test',
        timestamp: getTimestamp(),
        nonce: createNonce(),
      }),
      'test',
    )
  },
}

const createNonce = () => randomBytes(8).toString('hex')
const getSignatureField = (account: GatewayAccount) => Object.keys(toGatewayNames(account, { sign: '' }))[0] ?? 'sign'

function addSignature(account: GatewayAccount, fields: Record<string, string>): Record<string, string> {
  const named = toGatewayNames(account, fields)
  const name = getSignatureField(account)
  return { ...named, [name]: signFields(named, getPreset(account), getSecret(account), account.pem, name) }
}

async function post(
  account: GatewayAccount,
  url: string,
  fields: Record<string, string>,
  operation: string,
): Promise<Record<string, string>> {
  const json = account.config.create_style === 'call_json'
  const sent = json
    ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) }
    : formRequest(fields)
  const answer = await callProvider(account, url, sent, operation)
  if (answer.status >= 400) throw new GatewayError('refused', `${operation}: the gateway answered ${answer.status}`)
  return toStringFields(parseJson<Record<string, unknown>>(answer.text, operation))
}

const toStringFields = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, v]) => typeof v === 'string' || typeof v === 'number')
      .map(([k, v]) => [k, String(v)]),
  )

function parseFields(webhook: WebhookRequest): Record<string, string> {
  const body = webhook.raw.toString('utf8')
  if (!body.trimStart().startsWith('{')) return Object.fromEntries(new URLSearchParams(body))
  try {
    return toStringFields(JSON.parse(body) as Record<string, unknown>)
  } catch {
    return {}
  }
}

function toStatusReport(f: Record<string, string>): PaymentReport[] {
  const base = {
    reference: f.out_trade_no,
    provider_payment_id: f.trade_no,
    txn: f.trade_no ?? '',
    amount: fromDecimal(f.amount),
    currency: f.currency,
  }
  switch (f.status) {
    case 'SUCCESS':
      return [{ ...base, kind: 'paid' }]
    case 'PENDING':
      return [{ ...base, kind: 'pending' }]
    case 'FAIL':
      return [{ ...base, kind: 'failed', reason: f.message ?? '' }]
    case 'REFUND':
      return [{ ...base, kind: 'refunded', txn: f.refund_no ?? '', refund_key: f.out_refund_no }]
    case 'CHARGEBACK':
      return [{ ...base, kind: 'chargeback', reason: f.message ?? '' }]
    default:
      return []
  }
}
