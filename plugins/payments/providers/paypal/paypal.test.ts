import { expect, test } from 'vitest'
import { createRefundRequest, type Called, createNotice, catchGatewayError, scripted, starting } from '../../tests/scripted-provider.ts'
import { paypal } from './index.ts'

/** PayPal's API, mapped to the adapter interface, with recorded responses. */
let n = 0
/** Each method has its own client id, because access tokens are cached by credentials. */
const config = () => ({ client_id: `client-${++n}`, client_secret: 'hush', webhook_id: 'WH-1' })
const token = { access_token: 'A21', expires_in: 32_400 }
type Answers = (called: Called) => object
const method = (answers: Answers, more = {}) =>
  scripted('paypal', config(), (called) => (called.url.pathname === '/v1/oauth2/token' ? token : answers(called)), more)
const made = {
  id: 'ORD1',
  status: 'PAYER_ACTION_REQUIRED',
  links: [
    { rel: 'self', href: 'x' },
    { rel: 'payer-action', href: 'https://paypal.test/pay' },
  ],
}
const capture = (more: object = {}) => ({
  ...{ id: 'CAP1', status: 'COMPLETED', amount: { value: '128.00', currency_code: 'HKD' }, custom_id: 'SO1-1' },
  supplementary_data: { related_ids: { order_id: 'ORD1' } },
  ...more,
})
const order = (status: string, captures: object[] = [], refunds: object[] = []) => ({
  ...{ id: 'ORD1', status, purchase_units: [{ custom_id: 'SO1-1', payments: { captures, refunds } }] },
})
const attempt = { reference: 'SO1-1', amount: 12_800, currency: 'HKD', number: 'SO1', provider_payment_id: 'ORD1' }
const hear = async (event_type: string, resource: object, answers: Answers = () => ({})) => {
  const { account, calls } = method(answers)
  return { notice: await paypal.parseWebhook?.(createNotice({ id: 'WH-9', event_type, resource }), account), calls }
}

test('an order is created with one amount, a stable idempotency key, the shop name and no shipping', async () => {
  const { account, calls } = method(() => made, { shop: 'S'.repeat(200) })
  expect(await paypal.createPayment(starting({ language: 'zh-HK' }), account)).toEqual({
    action: { type: 'redirect', url: 'https://paypal.test/pay' },
    provider_payment_id: 'ORD1',
  })
  const [login, create] = calls
  expect(login?.headers.get('authorization')).toBe(`Basic ${Buffer.from(`client-${n}:hush`).toString('base64')}`)
  expect(create?.url.href).toBe('https://api-m.paypal.com/v2/checkout/orders')
  expect(create?.headers.get('paypal-request-id')).toBe('create-SO1-1')
  expect(create?.json.purchase_units).toEqual([
    { reference_id: 'default', custom_id: 'SO1-1', invoice_id: 'SO1-1', amount: { currency_code: 'HKD', value: '128.00' } },
  ])
  expect(create?.json.payment_source.paypal.experience_context).toMatchObject({
    ...{ brand_name: 'S'.repeat(127), locale: 'zh-HK', shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' },
    ...{ return_url: 'https://shop.test/back?a=1', cancel_url: 'https://shop.test/back?a=1&canceled=1' },
  })
})

test('currencies without decimals are sent in whole units, and not offered for fractional amounts', async () => {
  const { account, calls } = method(() => made)
  await paypal.createPayment(starting({ currency: 'TWD', amount: 12_800 }), account)
  expect(calls[1]?.json.purchase_units[0].amount).toEqual({ currency_code: 'TWD', value: '128' })
  for (const currency of ['JPY', 'TWD', 'HUF']) {
    expect(paypal.supportsAmount?.({ amount: 12_801, currency })).toBe(false)
    expect(paypal.supportsAmount?.({ amount: 12_800, currency })).toBe(true)
  }
  expect(paypal.supportsAmount?.({ amount: 12_801, currency: 'HKD' })).toBe(true)
  expect(['HKD', 'JPY', 'KWD', 'KRW'].map((c) => paypal.currencies?.has(c))).toEqual([true, true, false, false])
})

test('the sandbox is used in test mode, the live URL in live mode, and a URL of the method overrides both', async () => {
  const hosts = []
  for (const [mode, api_base] of [
    ['test', ''],
    ['live', ''],
    ['live', 'https://proxy.test/pp//'],
  ] as const) {
    const { account, calls } = scripted('paypal', { ...config(), api_base }, (c) => (c.url.pathname.endsWith('token') ? token : made), {
      mode,
    })
    await paypal.createPayment(starting(), account)
    hosts.push(calls[1]?.url.href)
  }
  const path = '/v2/checkout/orders'
  expect(hosts).toEqual([`https://api-m.sandbox.paypal.com${path}`, `https://api-m.paypal.com${path}`, `https://proxy.test/pp${path}`])
})

test('an order without a URL for the payer is an error', async () => {
  for (const answer of [{ ...made, links: [] }, { ...made, id: '' }, {}]) {
    const { account } = method(() => answer)
    expect(await catchGatewayError(() => paypal.createPayment(starting(), account))).toMatchObject({ code: 'unreadable', retryable: false })
  }
})

test('an access token is reused, and renewed once when it is revoked', async () => {
  const accountConfig = config()
  let valid = 'A1'
  let issuedTokens = 0
  const { account, calls } = scripted('paypal', accountConfig, ({ url, headers }) => {
    if (url.pathname.endsWith('token')) return { access_token: `A${++issuedTokens}`, expires_in: 32_400 }
    return headers.get('authorization') === `Bearer ${valid}` ? made : { status: 401, body: { name: 'AUTHENTICATION_FAILURE' } }
  })
  for (let i = 0; i < 3; i++) await paypal.createPayment(starting(), account)
  expect(issuedTokens).toBe(1)
  valid = 'A2'
  await paypal.createPayment(starting(), account)
  expect(issuedTokens).toBe(2)
  valid = 'none'
  const before = calls.length
  expect(await catchGatewayError(() => paypal.createPayment(starting(), account))).toMatchObject({
    code: 'AUTHENTICATION_FAILURE',
    retryable: false,
  })
  expect(calls.length - before).toBe(3)
})

test('a token that expires soon is not cached, and rejected credentials are reported as such', async () => {
  let issuedTokens = 0
  const { account } = scripted('paypal', config(), ({ url }) =>
    url.pathname.endsWith('token') ? { access_token: `A${++issuedTokens}`, expires_in: 60 } : made,
  )
  for (let i = 0; i < 2; i++) await paypal.createPayment(starting(), account)
  expect(issuedTokens).toBe(2)
  const wrong = scripted('paypal', config(), [{ status: 401, body: { error: 'invalid_client' } }])
  expect(await catchGatewayError(() => paypal.createPayment(starting(), wrong.account))).toMatchObject({
    code: 'unauthorised',
    retryable: false,
  })
})

test('a rejection is reported by the error name of PayPal, without any other text', async () => {
  const code = async (body: object | string, status = 422) =>
    (await catchGatewayError(() => paypal.createPayment(starting(), method(() => ({ status, body })).account))).code
  expect(await code({ name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'CURRENCY_NOT_SUPPORTED' }] })).toBe('CURRENCY_NOT_SUPPORTED')
  expect(await code({ name: 'RESOURCE_NOT_FOUND' }, 404)).toBe('RESOURCE_NOT_FOUND')
  expect(await code({ details: [{ issue: '<script>alert(1)</script>' }], name: 'x y' })).toBe('failed')
  expect(await code('', 400)).toBe('failed')
})

test.each([
  ['COMPLETED', [capture()], [{ kind: 'paid', txn: 'CAP1', amount: 12_800 }]],
  ['COMPLETED', [capture({ status: 'DECLINED' })], [{ kind: 'failed', reason: 'declined' }]],
  ['COMPLETED', [capture({ status: 'FAILED' })], [{ kind: 'failed', reason: 'failed' }]],
  ['COMPLETED', [capture({ status: 'PENDING', status_details: { reason: 'ECHECK' } })], [{ kind: 'pending', reason: 'ECHECK' }]],
  ['COMPLETED', [capture({ status: 'PARTIALLY_REFUNDED' })], [{ kind: 'paid' }]],
  ['COMPLETED', [capture({ status: 'REFUNDED' })], [{ kind: 'paid' }]],
  ['COMPLETED', [capture({ status: 'NEWS' })], []],
  ['VOIDED', [], [{ kind: 'canceled', txn: 'ORD1' }]],
  ['CREATED', [], []],
  ['PAYER_ACTION_REQUIRED', [], []],
] as const)('a query of an order that is %s with captures %j returns their events', async (status, captures, expected) => {
  const { account } = method(() => order(status, [...captures]))
  const reports = await paypal.queryPayment?.(attempt, account)
  expect(reports).toHaveLength(expected.length)
  for (const [i, expectedReport] of expected.entries())
    expect(reports?.[i]).toMatchObject({ reference: 'SO1-1', provider_payment_id: 'ORD1', ...expectedReport })
})

test('a query also returns refunds of the capture, with the key they were requested with', async () => {
  const refund = (id: string, status: string, custom_id?: string) => ({
    id,
    status,
    custom_id,
    amount: { value: '28.00', currency_code: 'HKD' },
  })
  const back = [refund('R1', 'COMPLETED', 'refund-SO1-1-a'), refund('R2', 'PENDING'), refund('R3', 'CANCELLED')]
  const { account } = method(() => order('COMPLETED', [capture()], back))
  expect((await paypal.queryPayment?.(attempt, account))?.slice(1)).toMatchObject([
    { kind: 'refunded', txn: 'R1', refund_key: 'refund-SO1-1-a', amount: 2_800, reference: 'SO1-1' },
    { kind: 'refund_pending', txn: 'R2', refund_key: undefined },
    { kind: 'refund_failed', txn: 'R3', reason: 'cancelled' },
  ])
})

test('an approved order is captured with a stable idempotency key; a declined one can be paid by another card', async () => {
  const { account, calls } = method(({ method: verb }) => (verb === 'GET' ? order('APPROVED') : order('COMPLETED', [capture()])))
  expect(await paypal.queryPayment?.(attempt, account)).toMatchObject([{ kind: 'paid', txn: 'CAP1' }])
  const [, , captured] = calls
  expect([captured?.url.pathname, captured?.headers.get('paypal-request-id')]).toEqual(['/v2/checkout/orders/ORD1/capture', 'capture-ORD1'])
  const refusing = (issue: string) =>
    method(({ method: verb }) => (verb === 'GET' ? order('APPROVED') : { status: 422, body: { details: [{ issue }] } })).account
  expect(await paypal.queryPayment?.(attempt, refusing('INSTRUMENT_DECLINED'))).toEqual([
    { kind: 'failed', reference: 'SO1-1', provider_payment_id: 'ORD1', txn: 'ORD1', reason: 'declined' },
  ])
  expect(await catchGatewayError(async () => paypal.queryPayment?.(attempt, refusing('DUPLICATE_INVOICE_ID')))).toMatchObject({
    code: 'DUPLICATE_INVOICE_ID',
  })
  expect(await paypal.queryPayment?.({ ...attempt, provider_payment_id: null }, account)).toEqual([])
})

test.each([
  [
    'PAYMENT.CAPTURE.COMPLETED',
    capture(),
    { kind: 'paid', reference: 'SO1-1', provider_payment_id: 'ORD1', amount: 12_800, currency: 'HKD' },
  ],
  ['PAYMENT.CAPTURE.PENDING', capture({ status: 'PENDING' }), { kind: 'pending' }],
  ['PAYMENT.CAPTURE.DENIED', capture(), { kind: 'failed', reason: 'declined' }],
  ['PAYMENT.CAPTURE.DECLINED', capture({ status: 'PENDING' }), { kind: 'failed', reason: 'declined' }],
  [
    'PAYMENT.CAPTURE.REFUNDED',
    capture({ id: 'R1', status: '', custom_id: 'refund-SO1-1-a' }),
    { kind: 'refunded', refund_key: 'refund-SO1-1-a' },
  ],
  ['PAYMENT.CAPTURE.REVERSED', capture({ id: 'REV1' }), { kind: 'chargeback', txn: 'REV1', provider_payment_id: 'ORD1' }],
  ['CHECKOUT.PAYMENT-APPROVAL.REVERSED', { id: 'ORD1' }, { kind: 'canceled', provider_payment_id: 'ORD1', reason: 'approval reversed' }],
])('the webhook %s is read as its event', async (type, resource, expectedReport) => {
  const { notice } = await hear(type, resource)
  expect(notice).toMatchObject({ event_key: 'WH-9', type, reports: [expectedReport] })
  if (type.endsWith('REFUNDED')) expect(notice?.reports[0]?.reference).toBeUndefined()
})

test('a dispute is matched to its payment, with the amount the bank claims', async () => {
  const resource = {
    ...{ dispute_id: 'PP-D-1', reason: 'UNAUTHORISED', dispute_amount: { value: '28.50', currency_code: 'HKD' } },
    disputed_transactions: [{ seller_transaction_id: 'CAP1', custom: 'SO1-1' }],
  }
  const { notice } = await hear('CUSTOMER.DISPUTE.CREATED', resource)
  expect(notice?.reports).toEqual([
    {
      kind: 'chargeback',
      reference: 'SO1-1',
      provider_payment_id: 'CAP1',
      txn: 'PP-D-1',
      reason: 'UNAUTHORISED',
      amount: 2_850,
      currency: 'HKD',
    },
  ])
  expect((await hear('CUSTOMER.DISPUTE.CREATED', {})).notice?.reports).toMatchObject([{ kind: 'chargeback', txn: 'WH-9' }])
})

test('an order approved by a payer who never returned is captured when its webhook arrives', async () => {
  const resource = { id: 'ORD1', purchase_units: [{ custom_id: 'SO1-1' }] }
  const answers: Answers = ({ method: verb }) => (verb === 'GET' ? order('APPROVED') : order('COMPLETED', [capture()]))
  const { notice, calls } = await hear('CHECKOUT.ORDER.APPROVED', resource, answers)
  expect(notice?.reports).toMatchObject([{ kind: 'paid', reference: 'SO1-1', txn: 'CAP1' }])
  expect(calls.filter(({ url }) => url.pathname.endsWith('/capture'))).toHaveLength(1)
  expect((await hear('BILLING.PLAN.CREATED', {})).notice?.reports).toEqual([])
})

test.each([
  ['COMPLETED', 'completed'],
  ['PENDING', 'process'],
  ['CANCELLED', 'failed'],
  ['FAILED', 'failed'],
])('a refund that is %s is %s, both on request and on query', async (status, ours) => {
  const { account, calls } = method(() => ({ id: 'R1', status }))
  expect(await paypal.refundPayment?.(createRefundRequest({ capture_txn: 'CAP/1' }), account)).toMatchObject({ status: ours, txn: 'R1' })
  const [, refund] = calls
  expect(refund?.url.pathname).toBe('/v2/payments/captures/CAP%2F1/refund')
  expect(refund?.headers.get('paypal-request-id')).toBe('refund-SO1-1-a')
  expect(refund?.json).toEqual({ amount: { value: '50.00', currency_code: 'HKD' }, custom_id: 'refund-SO1-1-a' })
  expect(await paypal.queryRefund?.({ ...createRefundRequest(), provider_refund_id: 'R1' }, account)).toMatchObject({
    status: ours,
    txn: 'R1',
  })
  expect(calls.at(-1)?.url.pathname).toBe('/v2/payments/refunds/R1')
})

test('JPY is refunded in whole units', async () => {
  const { account, calls } = method(() => ({ id: 'R1', status: 'COMPLETED' }))
  await paypal.refundPayment?.(createRefundRequest({ currency: 'JPY', refund_amount: 50_000 }), account)
  expect(calls[1]?.json.amount).toEqual({ value: '500', currency_code: 'JPY' })
})
