import { createHash } from 'node:crypto'
import { formatMoney, trimTrailing } from 'stoa'
import { fromDecimal } from '../../domain/amount.ts'
import {
  type GatewayAccount,
  type PaymentAdapter,
  GatewayError,
  type Notice,
  type RefundRequest,
  type PaymentStart,
} from '../../services/adapter.ts'
import { call, form } from '../http.ts'
import { hashFits, hashIn, type HashName, hashOut } from './hash.ts'
import { getRecords, toRecordReport, getResult } from './order-api.ts'

/** ISO 4217 numeric codes, which the gateway uses for currencies. */
export const NUMBERS: Readonly<Record<string, string>> = {
  HKD: '344',
  MOP: '446',
  CNY: '156',
  TWD: '901',
  USD: '840',
  SGD: '702',
  MYR: '458',
}
const CODES: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(NUMBERS).map(([code, n]) => [n, code]))

const LANGUAGES = { 'en-US': 'E', 'zh-HK': 'C', 'zh-CN': 'X' } as const

const base = (account: GatewayAccount) => {
  const configuredBase = trimTrailing(account.config.api_base ?? '', '/')
  if (configuredBase) return configuredBase
  return account.mode === 'live' ? 'https://www.paydollar.com/b2c2' : 'https://test.paydollar.com/b2cDemo'
}

const hashName = (account: GatewayAccount) => (account.config.hash || 'sha1') as HashName
const getFields = (notice: Notice) => Object.fromEntries(new URLSearchParams(notice.raw.toString('utf8')))

/**
 * AsiaPay PayDollar: the browser posts a signed form to the payment page, and the gateway posts the result to the
 * shop. The data the browser brings back is not trusted.
 */
export const payDollar: PaymentAdapter = {
  title: 'payments:provider.pay_dollar',
  flow: 'form_post',
  currencies: new Set(Object.keys(NUMBERS)),
  needs: () => ['merchant_id', 'secure_secret'],

  create: async (s, account) => ({
    action: { type: 'form_post', url: `${base(account)}/eng/payment/payForm.jsp`, fields: payForm(s, account) },
  }),

  async verify(notice, account) {
    const f = getFields(notice)
    const secret = account.config.secure_secret ?? ''
    return secret !== '' && hashFits(f.secureHash ?? '', hashIn(f, secret, hashName(account)))
  },

  async read(notice) {
    const f = getFields(notice)
    const accepted = f.successcode === '0'
    return {
      event_key: `${f.PayRef || createHash('sha256').update(notice.raw).digest('hex')}:${f.successcode ?? ''}`,
      type: accepted ? 'accepted' : 'rejected',
      reports: [
        {
          kind: accepted ? 'paid' : 'failed',
          reference: f.Ref,
          provider_payment_id: f.PayRef,
          txn: f.PayRef ?? '',
          amount: fromDecimal(f.Amt),
          currency: CODES[f.Cur ?? ''] ?? f.Cur,
          reason: accepted ? '' : `prc ${f.prc ?? ''} src ${f.src ?? ''}`,
        },
      ],
    }
  },

  // Any response that does not begin with OK is retried. A forged post gets the same response and has no effect.
  ack: () => ({ status: 200, body: 'OK', type: 'text/plain' }),

  async query(attempt, account) {
    if (!account.config.api_login) return []
    const text = await orderApi(account, { actionType: 'Query', orderRef: attempt.reference })
    return getRecords(text).flatMap((r) => toRecordReport(r, attempt.reference, (n) => CODES[n]))
  },

  refunds: ({ api_login, api_password }) => Boolean(api_login && api_password),
  async refund(request, account) {
    const txn = `${request.capture_txn}:${request.key}`
    // The gateway has no idempotency keys: before a retry, query whether the first request succeeded.
    if (request.repeated && (await came(request, account))) return { status: 'completed', txn }
    const answer = getResult(
      await orderApi(account, {
        actionType: account.config.refund_action || 'RequestRefund',
        payRef: request.capture_txn,
        amount: formatMoney(request.refund),
        merchantRef: request.key,
      }),
    )
    if (answer.resultCode !== '0') return { status: 'failed', txn, message: answer.errMsg ?? '' }
    const done = /^(partial )?refunded$/i.test(answer.orderStatus ?? '')
    return { status: done ? 'completed' : 'process', txn }
  },
  refundState: async (request, account) => ({
    status: (await came(request, account)) ? 'completed' : 'process',
    txn: request.provider_refund_id,
  }),

  async probe(account) {
    if (!account.config.api_login)
      throw new GatewayError('no_api_login', 'Only payments can be taken: the login of the order API is not filled in')
    const answer = await orderApi(account, { actionType: 'Query', orderRef: 'stoa-test' })
    if (/login|password|merchant/i.test(getResult(answer).errMsg ?? '')) throw new GatewayError('login', 'The gateway refuses the login')
  },
}

function payForm(s: PaymentStart, account: GatewayAccount): Record<string, string> {
  const fields = {
    merchantId: account.config.merchant_id ?? '',
    amount: formatMoney(s.amount),
    orderRef: s.reference.slice(0, 35),
    currCode: NUMBERS[s.currency] ?? '',
    mpsMode: account.config.mps_mode || 'NIL',
    successUrl: s.urls.return,
    failUrl: s.urls.return,
    cancelUrl: s.urls.cancel,
    payType: 'N',
    lang: LANGUAGES[s.language],
    payMethod: account.config.pay_method || 'ALL',
  }
  return { ...fields, secureHash: hashOut(fields, account.config.secure_secret ?? '', hashName(account)) }
}

async function orderApi(account: GatewayAccount, fields: Record<string, string>): Promise<string> {
  const { merchant_id = '', api_login = '', api_password = '' } = account.config
  const sent = form({ merchantId: merchant_id, loginId: api_login, password: api_password, ...fields })
  return (await call(account, `${base(account)}/eng/merchant/api/orderApi.jsp`, sent, fields.actionType ?? 'order API')).text
}

/** Whether a refund succeeded, by the total the gateway reports as refunded for the capture. */
async function came(request: RefundRequest, account: GatewayAccount): Promise<boolean> {
  const record = getRecords(await orderApi(account, { actionType: 'Query', payRef: request.capture_txn }))[0]
  const expectedTotal = request.already + request.refund
  const refundedTotal = fromDecimal(record?.refundAmt)
  if (refundedTotal !== undefined) return refundedTotal >= expectedTotal
  if (/^refunded$/i.test(record?.orderStatus ?? '')) return true
  return /^partial refunded$/i.test(record?.orderStatus ?? '') && request.already === 0
}
