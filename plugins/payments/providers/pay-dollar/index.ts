import { createHash } from 'node:crypto'
import { formatMoney, trimTrailing } from 'stoa'
import { fromDecimal } from '../../domain/amount.ts'
import {
  type GatewayAccount,
  type PaymentAdapter,
  GatewayError,
  type WebhookRequest,
  type RefundRequest,
  type PaymentStart,
} from '../../services/adapter.ts'
import { callProvider, formRequest } from '../http.ts'
import { isValidHash, hashWebhook, type HashName, hashPaymentForm } from './hash.ts'
import { parseRecords, toRecordReport, parseResult } from './order-api.ts'

/** ISO 4217 numeric codes, which the gateway uses for currencies. */
export const CURRENCY_NUMBERS: Readonly<Record<string, string>> = {
  HKD: '344',
  MOP: '446',
  CNY: '156',
  TWD: '901',
  USD: '840',
  SGD: '702',
  MYR: '458',
}
const CURRENCY_CODES: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(CURRENCY_NUMBERS).map(([code, n]) => [n, code]))

const LANGUAGES = { 'en-US': 'E', 'zh-HK': 'C', 'zh-CN': 'X' } as const

const getBaseUrl = (account: GatewayAccount) => {
  const configuredBase = trimTrailing(account.config.api_base ?? '', '/')
  if (configuredBase) return configuredBase
  return account.mode === 'live' ? 'https://www.paydollar.com/b2c2' : 'https://test.paydollar.com/b2cDemo'
}

const hashName = (account: GatewayAccount) => (account.config.hash || 'sha1') as HashName
const parseFields = (webhook: WebhookRequest) => Object.fromEntries(new URLSearchParams(webhook.raw.toString('utf8')))

/**
 * AsiaPay PayDollar: the browser posts a signed form to the payment page, and the gateway posts the result to the
 * shop. The data the browser brings back is not trusted.
 */
export const payDollar: PaymentAdapter = {
  title: 'payments:provider.pay_dollar',
  flow: 'form_post',
  currencies: new Set(Object.keys(CURRENCY_NUMBERS)),
  listRequiredSettings: () => ['merchant_id', 'secure_secret'],

  createPayment: async (s, account) => ({
    action: { type: 'form_post', url: `${getBaseUrl(account)}/eng/payment/payForm.jsp`, fields: payForm(s, account) },
  }),

  async verifyWebhook(webhook, account) {
    const f = parseFields(webhook)
    const secret = account.config.secure_secret ?? ''
    return secret !== '' && isValidHash(f.secureHash ?? '', hashWebhook(f, secret, hashName(account)))
  },

  async parseWebhook(webhook) {
    const f = parseFields(webhook)
    const accepted = f.successcode === '0'
    return {
      event_key: `${f.PayRef || createHash('sha256').update(webhook.raw).digest('hex')}:${f.successcode ?? ''}`,
      type: accepted ? 'accepted' : 'rejected',
      reports: [
        {
          kind: accepted ? 'paid' : 'failed',
          reference: f.Ref,
          provider_payment_id: f.PayRef,
          txn: f.PayRef ?? '',
          amount: fromDecimal(f.Amt),
          currency: CURRENCY_CODES[f.Cur ?? ''] ?? f.Cur,
          reason: accepted ? '' : `prc ${f.prc ?? ''} src ${f.src ?? ''}`,
        },
      ],
    }
  },

  // Any response that does not begin with OK is retried. A forged post gets the same response and has no effect.
  acknowledgeWebhook: () => ({ status: 200, body: 'OK', type: 'text/plain' }),

  async queryPayment(attempt, account) {
    if (!account.config.api_login) return []
    const text = await orderApi(account, { actionType: 'Query', orderRef: attempt.reference })
    return parseRecords(text).flatMap((r) => toRecordReport(r, attempt.reference, (n) => CURRENCY_CODES[n]))
  },

  supportsRefunds: ({ api_login, api_password }) => Boolean(api_login && api_password),
  async refundPayment(request, account) {
    const txn = `${request.capture_txn}:${request.key}`
    // The gateway has no idempotency keys: before a retry, query whether the first request succeeded.
    if (request.is_retry && (await isRefunded(request, account))) return { status: 'completed', txn }
    const answer = parseResult(
      await orderApi(account, {
        actionType: account.config.refund_action || 'RequestRefund',
        payRef: request.capture_txn,
        amount: formatMoney(request.refund_amount),
        merchantRef: request.key,
      }),
    )
    if (answer.resultCode !== '0') return { status: 'failed', txn, message: answer.errMsg ?? '' }
    const done = /^(partial )?refunded$/i.test(answer.orderStatus ?? '')
    return { status: done ? 'completed' : 'process', txn }
  },
  queryRefund: async (request, account) => ({
    status: (await isRefunded(request, account)) ? 'completed' : 'process',
    txn: request.provider_refund_id,
  }),

  async testConnection(account) {
    if (!account.config.api_login)
      throw new GatewayError('no_api_login', 'Payments work, but refunds and queries need the login of the order API')
    const answer = await orderApi(account, { actionType: 'Query', orderRef: 'stoa-test' })
    if (/login|password|merchant/i.test(parseResult(answer).errMsg ?? '')) throw new GatewayError('login', 'The gateway rejects the login')
  },
}

function payForm(s: PaymentStart, account: GatewayAccount): Record<string, string> {
  const fields = {
    merchantId: account.config.merchant_id ?? '',
    amount: formatMoney(s.amount),
    orderRef: s.reference.slice(0, 35),
    currCode: CURRENCY_NUMBERS[s.currency] ?? '',
    mpsMode: account.config.mps_mode || 'NIL',
    successUrl: s.urls.return,
    failUrl: s.urls.return,
    cancelUrl: s.urls.cancel,
    payType: 'N',
    lang: LANGUAGES[s.language],
    payMethod: account.config.pay_method || 'ALL',
  }
  return { ...fields, secureHash: hashPaymentForm(fields, account.config.secure_secret ?? '', hashName(account)) }
}

async function orderApi(account: GatewayAccount, fields: Record<string, string>): Promise<string> {
  const { merchant_id = '', api_login = '', api_password = '' } = account.config
  const sent = formRequest({ merchantId: merchant_id, loginId: api_login, password: api_password, ...fields })
  return (await callProvider(account, `${getBaseUrl(account)}/eng/merchant/api/orderApi.jsp`, sent, fields.actionType ?? 'order API')).text
}

/** Whether a refund succeeded, by the total the gateway reports as refunded for the capture. */
async function isRefunded(request: RefundRequest, account: GatewayAccount): Promise<boolean> {
  const record = parseRecords(await orderApi(account, { actionType: 'Query', payRef: request.capture_txn }))[0]
  const expectedTotal = request.already_refunded + request.refund_amount
  const refundedTotal = fromDecimal(record?.refundAmt)
  if (refundedTotal !== undefined) return refundedTotal >= expectedTotal
  if (/^refunded$/i.test(record?.orderStatus ?? '')) return true
  return /^partial refunded$/i.test(record?.orderStatus ?? '') && request.already_refunded === 0
}
