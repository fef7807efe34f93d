import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createRefundRequest, createNotice, catchGatewayError, scripted, starting } from '../../tests/scripted-provider.ts'
import { sicPay } from './index.ts'
import { joinFields, signFields, isValidSignature } from './sign.ts'

/** A gateway defined by its configuration: field names, signatures and URLs. */
const CONFIG = {
  ...{
    merchant_id: 'M1',
    sign_secret: 'hush',
    pay_url: 'https://pay.test/create',
    query_url: 'https://pay.test/query',
    refund_url: 'https://pay.test/refund',
  },
}
const NAMES = 'out_trade_no=orderId\n amount=total \nsign=signature\nbroken\n=x\nempty=\na=b=c'
const method = (config: Record<string, string> = {}, answers: Parameters<typeof scripted>[2] = [], more = {}) =>
  scripted('sic_pay', { ...CONFIG, ...config }, answers, more)
const attempt = { reference: 'SO1-1', amount: 12_800, currency: 'HKD', number: 'SO1', provider_payment_id: null }
const now = () => String(Math.floor(Date.now() / 1_000))
const withSign = (fields: Record<string, string>, secret = 'hush') => ({ ...fields, sign: signFields(fields, 'hmac_sha256', secret) })
const createSignedFields = (more: Record<string, string> = {}) =>
  withSign({ out_trade_no: 'SO1-1', trade_no: 'T1', amount: '128.00', currency: 'HKD', status: 'SUCCESS', time: now(), ...more })
const posted = (fields: Record<string, string>) => createNotice(new URLSearchParams(fields).toString())
const OK = { code: 'OK', pay_url: 'https://pay.test/p/1', trade_no: 'T1' }

test.each([
  ['call_form', 'application/x-www-form-urlencoded'],
  ['call_json', 'application/json'],
])('with %s the gateway gets a signed request and returns the URL of the payment page', async (create_style, type) => {
  const { account, calls } = method({ create_style }, [OK])
  expect(await sicPay.createPayment(starting(), account)).toEqual({
    action: { type: 'redirect', url: 'https://pay.test/p/1' },
    provider_payment_id: 'T1',
  })
  const [call] = calls
  expect([call?.url.href, call?.method, call?.headers.get('content-type')]).toEqual(['https://pay.test/create', 'POST', type])
  const fields = create_style === 'call_json' ? call?.json : Object.fromEntries(call?.form ?? [])
  expect(fields).toMatchObject({
    ...{
      merchant_id: 'M1',
      out_trade_no: 'SO1-1',
      amount: '128.00',
      currency: 'HKD',
      subject: 'SO1',
      notify_url: 'https://shop.test/hook',
    },
    return_url: 'https://shop.test/back?a=1',
  })
  expect(isValidSignature(fields, 'hmac_sha256', 'hush')).toBe(true)
  expect(Math.abs(Number(fields.timestamp) - Number(now()))).toBeLessThan(5)
})

test('an amount of a currency without decimals is sent and refunded without them', async () => {
  const { account, calls } = method({}, [OK, { status: 'SUCCESS', refund_no: 'R1' }])
  await sicPay.createPayment(starting({ currency: 'JPY' }), account)
  await sicPay.refundPayment?.(createRefundRequest({ currency: 'JPY' }), account)
  expect(calls.map(({ form }) => form?.get('amount'))).toEqual(['128', '50'])
})

test('with a browser redirect nothing is requested, and the URL has the signed fields after its own parameters', async () => {
  const { account, calls } = method({ create_style: 'redirect', pay_url: 'https://pay.test/go?shop=7&amount=1.00' })
  const { action } = await sicPay.createPayment(starting(), account)
  if (action.type !== 'redirect') throw new Error(action.type)
  const { searchParams } = new URL(action.url)
  expect([calls.length, searchParams.get('shop'), searchParams.getAll('amount')]).toEqual([0, '7', ['128.00']])
  searchParams.delete('shop')
  expect(isValidSignature(Object.fromEntries(searchParams), 'hmac_sha256', 'hush')).toBe(true)
})

test('repeated requests for one attempt have the same nonce, and another attempt has another', async () => {
  const { account, calls } = method({}, [OK])
  for (const reference of ['SO1-1', 'SO1-1', 'SO1-2']) await sicPay.createPayment(starting({ reference }), account)
  const nonces = calls.map(({ form }) => form.get('nonce'))
  expect([nonces[0] === nonces[1], nonces[0] === nonces[2], nonces[0]?.length]).toEqual([true, false, 16])
})

test('fields and signature are mapped to the names of the gateway, and invalid mapping lines are ignored', async () => {
  const { account, calls } = method({ field_names: NAMES }, [OK])
  await sicPay.createPayment(starting(), account)
  const fields = Object.fromEntries(calls[0]?.form ?? [])
  expect(fields).toMatchObject({ orderId: 'SO1-1', total: '128.00' })
  for (const ours of ['out_trade_no', 'amount', 'sign', 'b']) expect(fields).not.toHaveProperty(ours)
  expect(isValidSignature(fields, 'hmac_sha256', 'hush', '', 'signature')).toBe(true)
  const theirs = { orderId: 'SO1-1', trade_no: 'T1', total: '128.00', currency: 'HKD', status: 'SUCCESS', time: now() }
  const notice = posted({ ...theirs, signature: signFields(theirs, 'hmac_sha256', 'hush', '', 'signature') })
  expect(await sicPay.verifyWebhook?.(notice, account)).toBe(true)
  expect((await sicPay.parseWebhook?.(notice, account))?.reports).toMatchObject([{ kind: 'paid', reference: 'SO1-1', amount: 12_800 }])
})

test.each([
  [{ code: 'SIGN_ERROR' }, 'SIGN_ERROR'],
  [{ code: 40_013 }, '40013'],
  [{ code: 'not a <word>' }, 'refused'],
  [{}, 'refused'],
  [{ ...OK, pay_url: '' }, 'OK'],
  [{ ...OK, pay_url: ['https://x.test'] }, 'OK'],
])('a response of %j without a URL is a rejection: %s', async (answer, code) => {
  expect(await catchGatewayError(() => sicPay.createPayment(starting(), method({}, [answer]).account))).toMatchObject({
    code,
    retryable: false,
  })
})

test('a response with a rejecting status is final, and one with an unexpected format is retried', async () => {
  const begin = (answer: object | string) => catchGatewayError(() => sicPay.createPayment(starting(), method({}, [answer]).account))
  expect(await begin({ status: 403, body: {} })).toMatchObject({
    code: 'refused',
    retryable: false,
    message: 'create: the gateway answered 403',
  })
  expect(await begin('<html>')).toMatchObject({ code: 'unreadable', retryable: true })
})

test.each([
  ['as told', {}, true],
  ['of four minutes and 55 seconds ago', { time: String(Math.floor(Date.now() / 1_000) - 295) }, true],
  ['of five minutes and five seconds ago', { time: String(Math.floor(Date.now() / 1_000) - 305) }, false],
  ['of five minutes and five seconds to come', { time: String(Math.floor(Date.now() / 1_000) + 305) }, false],
  ['without a time', { time: '' }, false],
  ['with a time that is none', { time: 'soon' }, false],
])('a webhook %s is accepted: %s', async (_, more, good) => {
  expect(await sicPay.verifyWebhook?.(posted(createSignedFields(more)), method().account)).toBe(good)
})

test('a webhook with a changed, added or missing field, or signed with another key, is rejected', async () => {
  const { account } = method()
  const right: Record<string, string> & { sign: string } = createSignedFields()
  const verify = (fields: Record<string, string>) => sicPay.verifyWebhook?.(posted(fields), account)
  for (const name of Object.keys(right).filter((field) => field !== 'sign'))
    expect(await verify({ ...right, [name]: `${right[name]}1` }), name).toBe(false)
  expect(await verify({ ...right, extra: '1' })).toBe(false)
  expect(await verify({ ...right, extra: '', sign_type: 'X' })).toBe(true)
  expect(await verify(withSign({ status: 'SUCCESS', time: now() }, 'other'))).toBe(false)
  expect(await verify({ ...right, sign: right.sign.toUpperCase() })).toBe(true)
})

test('a webhook may be JSON with numbers, and an unreadable one is rejected', async () => {
  const { account } = method()
  const fields = { out_trade_no: 'SO1-1', trade_no: 'T1', amount: '128', currency: 'HKD', status: 'SUCCESS', time: now() }
  const sent = { ...fields, amount: 128, time: Number(fields.time), list: [1], sign: signFields(fields, 'hmac_sha256', 'hush') }
  const notice = createNotice(` ${JSON.stringify(sent)}`)
  expect(await sicPay.verifyWebhook?.(notice, account)).toBe(true)
  expect((await sicPay.parseWebhook?.(notice, account))?.reports).toMatchObject([{ kind: 'paid', amount: 12_800 }])
  expect(await sicPay.verifyWebhook?.(createNotice('{"broken'), account)).toBe(false)
})

test('with key pairs the gateway signs with its own private key, and the shop with the uploaded one', async () => {
  const pair = () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    return {
      pem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
      open: String(publicKey.export({ type: 'spki', format: 'pem' })),
    }
  }
  const [shop, gateway] = [pair(), pair()]
  const { account, calls } = method({ sign_preset: 'rsa', gateway_key: gateway.open, sign_secret: '' }, [OK], { pem: shop.pem })
  await sicPay.createPayment(starting(), account)
  expect(isValidSignature(Object.fromEntries(calls[0]?.form ?? []), 'rsa', '', shop.open)).toBe(true)
  const { sign: _, ...fields } = createSignedFields()
  expect(await sicPay.verifyWebhook?.(posted({ ...fields, sign: signFields(fields, 'rsa', '', gateway.pem) }), account)).toBe(true)
  expect(await sicPay.verifyWebhook?.(posted({ ...fields, sign: signFields(fields, 'rsa', '', shop.pem) }), account)).toBe(false)
  expect(sicPay.listRequiredSettings({ sign_preset: 'rsa' })).toEqual(['merchant_id', 'pay_url', 'gateway_key'])
  expect(sicPay.listRequiredSettings({ sign_preset: 'md5' })).toEqual(['merchant_id', 'pay_url', 'sign_secret'])
})

test.each([
  ['SUCCESS', { kind: 'paid', txn: 'T1' }],
  ['PENDING', { kind: 'pending' }],
  ['FAIL', { kind: 'failed', reason: 'no funds' }],
  ['REFUND', { kind: 'refunded', txn: 'R1', refund_key: 'refund-SO1-1-a', provider_payment_id: 'T1' }],
  ['CHARGEBACK', { kind: 'chargeback', reason: 'no funds' }],
  ['CLOSED', undefined],
])('the gateway status %s is read as %j', async (status, expected) => {
  const parsedNotice = await sicPay.parseWebhook?.(
    posted(createSignedFields({ status, message: 'no funds', refund_no: 'R1', out_refund_no: 'refund-SO1-1-a' })),
    method().account,
  )
  expect(parsedNotice?.reports).toHaveLength(expected ? 1 : 0)
  if (expected) expect(parsedNotice?.reports[0]).toMatchObject({ reference: 'SO1-1', amount: 12_800, currency: 'HKD', ...expected })
  expect(parsedNotice).toMatchObject({ type: status, event_key: `T1:SO1-1:${status}:128.00:R1:refund-SO1-1-a` })
})

test('a query response counts only with a valid signature', async () => {
  const ask = (answer: object) => sicPay.queryPayment?.(attempt, method({}, [answer]).account)
  expect(await ask(createSignedFields())).toMatchObject([{ kind: 'paid', txn: 'T1' }])
  expect(await catchGatewayError(async () => ask({ ...createSignedFields(), amount: '1.00' }))).toMatchObject({
    code: 'signature',
    retryable: false,
  })
  expect(await catchGatewayError(async () => ask({ status: 'SUCCESS' }))).toMatchObject({ code: 'signature' })
  const silent = method({ query_url: '' })
  expect([await sicPay.queryPayment?.(attempt, silent.account), silent.calls]).toEqual([[], []])
})

test.each([
  [
    { status: 'SUCCESS', refund_no: 'R1' },
    { status: 'completed', txn: 'R1' },
  ],
  [{ status: 'SUCCESS' }, { status: 'completed', txn: 'refund-SO1-1-a' }],
  [
    { status: 'PENDING', refund_no: 'R1' },
    { status: 'process', txn: 'R1' },
  ],
  [
    { status: 'FAIL', message: 'amount too large', code: 'AMOUNT' },
    { status: 'failed', message: 'amount too large' },
  ],
  [{ code: 'NOT_FOUND' }, { status: 'failed', message: 'NOT_FOUND' }],
])('a refund answered with %j is %j, also when repeated', async (answer, expected) => {
  const { account, calls } = method({}, [answer])
  expect(await sicPay.refundPayment?.(createRefundRequest(), account)).toMatchObject(expected)
  expect(await sicPay.queryRefund?.({ ...createRefundRequest(), provider_refund_id: 'R1' }, account)).toMatchObject(expected)
  const [first, second] = calls.map(({ form }) => Object.fromEntries(form))
  expect(first).toMatchObject({ trade_no: 'C1', out_trade_no: 'SO1-1', out_refund_no: 'refund-SO1-1-a', amount: '50.00', currency: 'HKD' })
  expect(second?.out_refund_no).toBe(first?.out_refund_no)
  expect(second?.nonce).not.toBe(first?.nonce)
})

test('refunds and queries are available where a URL for them is configured', async () => {
  expect([sicPay.supportsRefunds?.(CONFIG), sicPay.supportsRefunds?.({ ...CONFIG, refund_url: '' })]).toEqual([true, false])
  expect(await catchGatewayError(async () => sicPay.testConnection?.(method({ query_url: '' }).account))).toMatchObject({
    code: 'no_query',
  })
  await sicPay.testConnection?.(method({}, [{ code: 'NOT_FOUND' }]).account)
  expect(sicPay.acknowledgeWebhook?.('accepted')).toMatchObject({ status: 200, body: 'success' })
  expect(sicPay.acknowledgeWebhook?.('refused')).toMatchObject({ status: 400, body: 'fail' })
})

test('fields are signed sorted by name, without empty ones', () => {
  expect(joinFields({ b: '2', a: '1', B: '3', c: '', sign: 'x', sign_type: 'MD5' })).toBe('B=3&a=1&b=2')
  expect(joinFields({ a: '1', sign: 'x', mark: 'y' }, 'mark')).toBe('a=1&sign=x')
  expect(signFields({ a: '1' }, 'md5', 'k')).toMatch(/^[0-9A-F]{32}$/)
})
