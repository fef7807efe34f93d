import { expect, test } from 'vitest'
import { createRefundRequest, createNotice, catchGatewayError, scripted, starting } from '../../tests/scripted-provider.ts'
import { hashWebhook, hashPaymentForm } from './hash.ts'
import { CURRENCY_NUMBERS, payDollar } from './index.ts'

/** PayDollar's form, webhook and order API, mapped to the adapter interface. */
const KEYS = { merchant_id: '88000001', secure_secret: 'hush' }
const API = { ...KEYS, api_login: 'shop', api_password: 'word' }
const attempt = { reference: 'SO1-1', amount: 12_800, currency: 'HKD', number: 'SO1', provider_payment_id: null }
const createForm = async (
  more: Parameters<typeof starting>[0] = {},
  config: Record<string, string> = KEYS,
  mode: 'test' | 'live' = 'live',
) => {
  const { account, calls } = scripted('pay_dollar', config, [], { mode })
  const { action } = await payDollar.createPayment(starting(more), account)
  if (action.type !== 'form_post') throw new Error(action.type)
  expect(calls).toEqual([])
  return action
}
const record = (fields: Record<string, string>) =>
  `<?xml version="1.0"?><records><record>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</record></records>`
const feed = (more: Record<string, string> = {}) => ({
  ...{ src: '0', prc: '0', successcode: '0', Ref: 'SO1-1', PayRef: '1234567', Cur: '344', Amt: '128.00', payerAuth: 'Y', ...more },
})
const posted = (fields: Record<string, string>) => createNotice(new URLSearchParams(fields).toString())

test('the browser posts a form whose hash covers amount, merchant and order', async () => {
  const { url, fields } = await createForm()
  expect(url).toBe('https://www.paydollar.com/b2c2/eng/payment/payForm.jsp')
  const { secureHash, ...rest } = fields
  expect(rest).toEqual({
    ...{
      merchantId: '88000001',
      amount: '128.00',
      orderRef: 'SO1-1',
      currCode: '344',
      mpsMode: 'NIL',
      payType: 'N',
      lang: 'E',
      payMethod: 'ALL',
    },
    ...{
      successUrl: 'https://shop.test/back?a=1',
      failUrl: 'https://shop.test/back?a=1',
      cancelUrl: 'https://shop.test/back?a=1&canceled=1',
    },
  })
  expect(secureHash).toBe(hashPaymentForm(rest as never, 'hush'))
})

test.each(['sha1', 'sha256', 'sha512'] as const)('a method with hash algorithm %s sends and accepts only that one', async (hash) => {
  const { fields } = await createForm({}, { ...KEYS, hash })
  expect(fields.secureHash).toBe(hashPaymentForm(fields as never, 'hush', hash))
  const { account } = scripted('pay_dollar', { ...KEYS, hash })
  const sent = (name: 'sha1' | 'sha256' | 'sha512') => posted({ ...feed(), secureHash: hashWebhook(feed(), 'hush', name) })
  for (const name of ['sha1', 'sha256', 'sha512'] as const)
    expect(await payDollar.verifyWebhook?.(sent(name), account), name).toBe(name === hash)
})

test.each(Object.entries(CURRENCY_NUMBERS))('%s is sent to and received from the gateway as %s', async (currency, number) => {
  expect((await createForm({ currency })).fields.currCode).toBe(number)
  const { account } = scripted('pay_dollar', KEYS)
  expect((await payDollar.parseWebhook?.(posted(feed({ Cur: number })), account))?.reports[0]?.currency).toBe(currency)
  expect(payDollar.currencies?.has(currency)).toBe(true)
})

test('the payment page has the language of the payer, test mode its own URL, and long references are truncated', async () => {
  expect([(await createForm({ language: 'zh-HK' })).fields.lang, (await createForm({ language: 'zh-CN' })).fields.lang]).toEqual(['C', 'X'])
  expect((await createForm({}, KEYS, 'test')).url).toContain('https://test.paydollar.com/b2cDemo/')
  expect((await createForm({}, { ...KEYS, api_base: 'https://own.test/x/' })).url).toBe('https://own.test/x/eng/payment/payForm.jsp')
  expect((await createForm({ reference: 'R'.repeat(40) })).fields.orderRef).toBe('R'.repeat(35))
  expect((await createForm({}, { ...KEYS, mps_mode: 'SCP', pay_method: 'VISA' })).fields).toMatchObject({
    mpsMode: 'SCP',
    payMethod: 'VISA',
  })
})

test('a datafeed is verified by its hash only, over each covered field, and never without a secret', async () => {
  const { account } = scripted('pay_dollar', KEYS)
  const right = hashWebhook(feed(), 'hush')
  const verify = (fields: Record<string, string>, gatewayAccount = account) => payDollar.verifyWebhook?.(posted(fields), gatewayAccount)
  expect(await verify({ ...feed(), secureHash: right })).toBe(true)
  for (const [name, value] of Object.entries({
    src: '1',
    prc: '1',
    successcode: '1',
    Ref: 'SO2-1',
    PayRef: '2',
    Cur: '840',
    Amt: '1.00',
    payerAuth: 'N',
  }))
    expect(await verify({ ...feed({ [name]: value }), secureHash: right }), name).toBe(false)
  expect(await verify(feed())).toBe(false)
  const bare = scripted('pay_dollar', { merchant_id: '1' }).account
  expect(await verify({ ...feed(), secureHash: hashWebhook(feed(), '') }, bare)).toBe(false)
})

test('accepted and rejected are two events of one payment; a rejected one says why', async () => {
  const { account } = scripted('pay_dollar', KEYS)
  const read = (fields: Record<string, string>) => payDollar.parseWebhook?.(posted(fields), account)
  expect(await read(feed())).toEqual({
    ...{ event_key: '1234567:0', type: 'accepted' },
    reports: [
      { kind: 'paid', reference: 'SO1-1', provider_payment_id: '1234567', txn: '1234567', amount: 12_800, currency: 'HKD', reason: '' },
    ],
  })
  expect(await read(feed({ successcode: '1', prc: '3', src: '7' }))).toMatchObject({
    ...{ event_key: '1234567:1', type: 'rejected', reports: [{ kind: 'failed', reason: 'prc 3 src 7' }] },
  })
  const keys = [await read(feed({ PayRef: '' })), await read(feed({ PayRef: '', Ref: 'SO2-1' })), await read(feed({ PayRef: '' }))].map(
    (r) => r?.event_key,
  )
  expect([keys[0] === keys[1], keys[0] === keys[2]]).toEqual([false, true])
})

test('the answer always begins with OK so that the gateway does not repeat the datafeed, forged or not', () => {
  for (const outcome of ['accepted', 'refused'] as const)
    expect(payDollar.acknowledgeWebhook?.(outcome)).toEqual({ status: 200, body: 'OK', type: 'text/plain' })
})

test.each([
  ['Accepted', 'paid'],
  ['Authorized', 'authorized'],
  ['Rejected', 'failed'],
  ['Cancelled', 'canceled'],
  ['Voided', 'canceled'],
  ['Pending', 'pending'],
  ['Pending_3D', 'pending'],
  ['Refunded', undefined],
  ['Whatever', undefined],
])('a payment query with status %s is read as %s', async (orderStatus, kind) => {
  const { account, calls } = scripted('pay_dollar', API, [record({ orderStatus, ref: 'SO1-1', payRef: '77', amt: '128.0', cur: '344' })])
  const reports = await payDollar.queryPayment?.(attempt, account)
  expect(reports?.map((report) => report.kind)).toEqual(kind ? [kind] : [])
  if (reports?.[0]) expect(reports[0]).toMatchObject({ reference: 'SO1-1', txn: '77', amount: 12_800, currency: 'HKD' })
  expect(Object.fromEntries(calls[0]?.form ?? [])).toEqual({
    ...{ merchantId: '88000001', loginId: 'shop', password: 'word', actionType: 'Query', orderRef: 'SO1-1' },
  })
})

test('without API credentials nothing is queried, and a response without records changes nothing', async () => {
  const bare = scripted('pay_dollar', KEYS)
  expect(await payDollar.queryPayment?.(attempt, bare.account)).toEqual([])
  expect(bare.calls).toEqual([])
  expect(await payDollar.queryPayment?.(attempt, scripted('pay_dollar', API, ['resultCode=-1&errMsg=no']).account)).toEqual([])
  expect([KEYS, { ...KEYS, api_login: 'x' }, API].map((config) => payDollar.supportsRefunds?.(config))).toEqual([false, false, true])
})

test.each([
  ['resultCode=0&orderStatus=RequestRefund', 'process', ''],
  ['resultCode=0&orderStatus=Refunded', 'completed', ''],
  ['resultCode=0&orderStatus=Partial+Refunded', 'completed', ''],
  ['resultCode=-1&errMsg=Refund+amount+is+too+large', 'failed', 'Refund amount is too large'],
  ['resultCode=1', 'failed', ''],
  ['', 'failed', ''],
])('a refund that is answered "%s" is %s', async (line, status, message) => {
  const { account, calls } = scripted('pay_dollar', API, [line])
  expect(await payDollar.refundPayment?.(createRefundRequest(), account)).toMatchObject({
    status,
    txn: 'C1:refund-SO1-1-a',
    ...(message ? { message } : {}),
  })
  expect(calls).toHaveLength(1)
  expect(Object.fromEntries(calls[0]?.form ?? [])).toMatchObject({
    ...{ actionType: 'RequestRefund', payRef: 'C1', amount: '50.00', merchantRef: 'refund-SO1-1-a' },
  })
})

test.each([
  ['all that was asked for is back', { refundAmt: '50.00' }, 0, true],
  ['a part of it is back', { refundAmt: '49.99' }, 0, false],
  ['only what was given back before is back', { refundAmt: '30.00', orderStatus: 'Partial Refunded' }, 3_000, false],
  ['as much as this is back, most of it given before', { refundAmt: '50.00' }, 3_000, false],
  ['that and this is back', { refundAmt: '80.00' }, 3_000, true],
  ['nothing says how much, but all is back', { orderStatus: 'Refunded' }, 3_000, true],
  ['nothing says how much, and a part is back, the first', { orderStatus: 'Partial Refunded' }, 0, true],
  ['nothing says how much, and a part is back, perhaps an earlier one', { orderStatus: 'Partial Refunded' }, 1, false],
  ['nothing is known of it', {}, 0, false],
] as const)('a refund whose response was lost is repeated unless %s', async (_, fields, already, came) => {
  const { account, calls } = scripted('pay_dollar', API, ({ form }) =>
    form.get('actionType') === 'Query' ? record({ payRef: 'C1', ...fields }) : 'resultCode=0&orderStatus=RequestRefund',
  )
  const again = createRefundRequest({ is_retry: true, already_refunded: already })
  expect(await payDollar.refundPayment?.(again, account)).toMatchObject({ status: came ? 'completed' : 'process' })
  expect(calls.map(({ form }) => form.get('actionType'))).toEqual(came ? ['Query'] : ['Query', 'RequestRefund'])
  expect(await payDollar.queryRefund?.({ ...again, provider_refund_id: 'C1:x' }, account)).toEqual({
    ...{ status: came ? 'completed' : 'process', txn: 'C1:x' },
  })
})

test('credentials that the gateway rejects are reported to staff, and valid ones are not', async () => {
  const probe = (config: Record<string, string>, line = '') => payDollar.testConnection?.(scripted('pay_dollar', config, [line]).account)
  expect(await catchGatewayError(async () => probe(KEYS))).toMatchObject({ code: 'no_api_login' })
  for (const errMsg of ['Authentication Failed: login or password', 'Merchant not found'])
    expect(await catchGatewayError(async () => probe(API, `resultCode=-1&errMsg=${encodeURIComponent(errMsg)}`))).toMatchObject({
      code: 'login',
    })
  await probe(API, 'resultCode=-1&errMsg=Payment+not+found')
  await probe(API, '<records></records>')
})
