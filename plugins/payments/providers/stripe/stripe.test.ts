import { expect, test } from 'vitest'
import { createRefundRequest, type Called, catchGatewayError, scripted, starting } from '../../tests/scripted-provider.ts'
import { attempt, hear, intent, list, method, refund } from '../../tests/stripe-fixture.ts'
import { toGatewayError } from './client.ts'
import { stripe } from './index.ts'

/** Stripe's API, mapped to the adapter interface through Stripe's library, with recorded responses. */
test('a card payment creates a payment intent with a stable idempotency key, in the smallest currency unit', async () => {
  const { account, calls } = method(intent({ status: 'requires_payment_method' }))
  expect(await stripe.createPayment(starting(), account)).toEqual({
    action: { type: 'card', key: 'pi_1_secret_x', url: '/stripe?key=pi_1_secret_x' },
    provider_payment_id: 'pi_1',
  })
  const [call] = calls
  expect([call?.url.pathname, call?.headers.get('idempotency-key')]).toEqual(['/v1/payment_intents', 'create-SO1-1'])
  expect(Object.fromEntries(call?.form ?? [])).toEqual({
    ...{ amount: '12800', currency: 'hkd', description: 'SO1', 'automatic_payment_methods[enabled]': 'true' },
    ...{ 'metadata[reference]': 'SO1-1', 'metadata[order_number]': 'SO1' },
  })
  const yen = method(intent())
  await stripe.createPayment(starting({ currency: 'JPY' }), yen.account)
  expect([yen.calls[0]?.form.get('amount'), yen.calls[0]?.form.get('currency')]).toEqual(['128', 'jpy'])
  expect(await catchGatewayError(() => stripe.createPayment(starting({ currency: 'JPY', amount: 12_850 }), yen.account))).toMatchObject({
    code: 'amount',
    retryable: false,
  })
  expect([
    stripe.supportsAmount?.({ amount: 12_850, currency: 'JPY' }),
    stripe.supportsAmount?.({ amount: 12_850, currency: 'HKD' }),
  ]).toEqual([false, true])
})

test.each([
  ['page', 'capture_method'],
  ['checkout', 'payment_intent_data[capture_method]'],
])('with flow %s the payment is only authorized if staff capture it', async (stripe_flow, field) => {
  const begun = async (stripe_capture: string) => {
    const { account, calls } = method({ ...intent(), url: 'https://stripe.test/c' }, { stripe_flow, stripe_capture })
    await stripe.createPayment(starting(), account)
    return calls[0]?.form.get(field)
  }
  expect([await begun('by_staff'), await begun('at_once'), await begun('')]).toEqual(['manual', null, null])
})

test.each([
  ['a minute', 60_000, 31 * 60_000],
  ['an hour', 3_600_000, 3_600_000],
  ['three days', 3 * 86_400_000, 23 * 3_600_000],
])('a checkout session for an order held for %s expires within the limits of Stripe', async (_, holdMs, lasts) => {
  const { account, calls } = method({ id: 'cs_1', url: 'https://stripe.test/c' }, { stripe_flow: 'checkout' })
  const made = await stripe.createPayment(starting({ expires_at: new Date(Date.now() + holdMs), language: 'zh-CN' }), account)
  expect(made).toEqual({ action: { type: 'redirect', url: 'https://stripe.test/c' }, provider_payment_id: 'cs_1' })
  const form = Object.fromEntries(calls[0]?.form ?? [])
  expect(Math.abs(Number(form.expires_at) * 1_000 - Date.now() - lasts)).toBeLessThan(5_000)
  expect(form).toMatchObject({
    ...{
      mode: 'payment',
      client_reference_id: 'SO1-1',
      locale: 'zh',
      'line_items[0][quantity]': '1',
      cancel_url: 'https://shop.test/back?a=1&canceled=1',
    },
    ...{ 'line_items[0][price_data][unit_amount]': '12800', 'line_items[0][price_data][currency]': 'hkd' },
    success_url: 'https://shop.test/back?a=1&session={CHECKOUT_SESSION_ID}',
  })
  expect(calls[0]?.headers.get('idempotency-key')).toMatch(/^create-SO1-1-\d+$/)
})

test.each([
  ['succeeded', {}, [{ kind: 'paid', amount: 12_800, currency: 'HKD' }]],
  ['processing', {}, [{ kind: 'pending' }]],
  ['requires_capture', { amount_capturable: 12_800, amount_received: 0 }, [{ kind: 'authorized', amount: 12_800 }]],
  ['canceled', { cancellation_reason: 'abandoned' }, [{ kind: 'canceled', reason: 'abandoned' }]],
  ['requires_payment_method', {}, []],
  [
    'requires_payment_method',
    { last_payment_error: { code: 'card_declined', decline_code: 'lost_card' } },
    [{ kind: 'failed', reason: 'lost_card' }],
  ],
  ['requires_payment_method', { last_payment_error: { code: 'expired_card' } }, [{ kind: 'failed', reason: 'expired_card' }]],
  ['requires_action', {}, []],
] as const)('a payment that is %s with %j returns that event', async (status, more, expected) => {
  const { account } = method(({ url }: Called) => (url.pathname === '/v1/refunds' ? list([]) : intent({ status, ...more })))
  const reports = await stripe.queryPayment?.(attempt, account)
  expect(reports).toHaveLength(expected.length)
  if (expected[0]) expect(reports?.[0]).toMatchObject({ reference: 'SO1-1', provider_payment_id: 'pi_1', txn: 'pi_1', ...expected[0] })
})

test('a query of a successful payment also returns its refunds, and one of another payment does not fetch them', async () => {
  const { account, calls } = method(({ url }: Called) =>
    url.pathname === '/v1/refunds' ? list([refund(), refund({ id: 're_2', status: 'pending' })]) : intent(),
  )
  expect((await stripe.queryPayment?.(attempt, account))?.map(({ kind, txn }) => `${kind} ${txn}`)).toEqual([
    'paid pi_1',
    'refunded re_1',
    'refund_pending re_2',
  ])
  expect(calls.at(-1)?.url.searchParams.get('payment_intent')).toBe('pi_1')
  const open = method(intent({ status: 'processing' }))
  await stripe.queryPayment?.(attempt, open.account)
  expect(open.calls).toHaveLength(1)
  expect(await stripe.queryPayment?.({ ...attempt, provider_payment_id: null }, account)).toEqual([])
})

test('a query of a checkout session returns its payment, which may not exist yet', async () => {
  const at = (payment_intent: unknown) =>
    method(({ url }: Called) =>
      url.pathname.includes('sessions') ? { id: 'cs_1', payment_intent } : url.pathname === '/v1/refunds' ? list([]) : intent(),
    )
  const session = { ...attempt, provider_payment_id: 'cs_1' }
  expect(await stripe.queryPayment?.(session, at('pi_1').account)).toMatchObject([{ kind: 'paid', txn: 'pi_1' }])
  expect(await stripe.queryPayment?.(session, at({ id: 'pi_1' }).account)).toMatchObject([{ kind: 'paid' }])
  expect(await stripe.queryPayment?.(session, at(null).account)).toEqual([])
})

test.each([
  ['succeeded', 'refunded', 'completed'],
  ['failed', 'refund_failed', 'failed'],
  ['canceled', 'refund_failed', 'failed'],
  ['pending', 'refund_pending', 'process'],
  ['requires_action', 'refund_pending', 'process'],
])('a refund that is %s is read as %s, and returned as %s', async (status, kind, answered) => {
  const { account, calls } = method(refund({ status, failure_reason: 'lost_or_stolen_card' }))
  expect(await stripe.refundPayment?.(createRefundRequest({ capture_txn: 'pi_1' }), account)).toMatchObject({
    status: answered,
    txn: 're_1',
  })
  expect(Object.fromEntries(calls[0]?.form ?? [])).toEqual({
    ...{ payment_intent: 'pi_1', amount: '5000', 'metadata[refund_key]': 'refund-SO1-1-a', 'metadata[reference]': 'SO1-1' },
  })
  expect(calls[0]?.headers.get('idempotency-key')).toBe('refund-SO1-1-a')
  expect(await stripe.queryRefund?.({ ...createRefundRequest(), provider_refund_id: 're_1' }, account)).toMatchObject({ status: answered })
  for (const type of ['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated']) {
    const { notice, calls: more } = await hear(type, refund({ status, failure_reason: 'lost_or_stolen_card' }))
    expect(notice?.reports, type).toMatchObject([
      { kind, refund_key: 'refund-SO1-1-a', reference: 'SO1-1', provider_payment_id: 'pi_1', amount: 2_800 },
    ])
    expect(more).toEqual([])
  }
})

test('JPY is refunded in whole units', async () => {
  const { account, calls } = method(refund())
  await stripe.refundPayment?.(createRefundRequest({ currency: 'JPY' }), account)
  expect(calls[0]?.form.get('amount')).toBe('50')
})

test.each([
  ['JPY', '128'],
  ['KRW', '128'],
  ['UGX', '12800'],
  ['ISK', '12800'],
  ['HUF', '12800'],
])('128 %s are charged as %s, in the decimals Stripe uses for that currency', async (currency, amount) => {
  const { account, calls } = method(intent())
  await stripe.createPayment(starting({ currency }), account)
  expect(calls[0]?.form.get('amount')).toBe(amount)
})

test.each(['capture', 'void'] as const)('an authorization uses one idempotency key to %s it', async (action) => {
  const { account, calls } = method(({ method: verb }: Called) =>
    intent(verb === 'GET' ? { status: 'requires_capture' } : action === 'capture' ? {} : { status: 'canceled' }),
  )
  expect(await stripe.authorization?.[action](attempt, account)).toMatchObject([
    { kind: action === 'capture' ? 'paid' : 'canceled', reference: 'SO1-1' },
  ])
  const operation = action === 'capture' ? 'capture' : 'cancel'
  expect([calls[1]?.url.pathname, calls[1]?.headers.get('idempotency-key')]).toEqual([
    `/v1/payment_intents/pi_1/${operation}`,
    `${operation}-SO1-1`,
  ])
  expect(
    await catchGatewayError(async () => stripe.authorization?.[action]({ ...attempt, provider_payment_id: null }, account)),
  ).toMatchObject({
    code: 'missing',
  })
})

test.each([
  [{ type: 'StripeConnectionError' }, 'StripeConnectionError', true],
  [{ type: 'StripeAPIError', statusCode: 500 }, 'StripeAPIError', true],
  [{ type: 'StripeRateLimitError', statusCode: 429 }, 'StripeRateLimitError', true],
  [{ type: 'StripeCardError', code: 'card_declined', decline_code: 'lost_card', statusCode: 402 }, 'lost_card', false],
  [{ type: 'StripeInvalidRequestError', code: 'amount_too_large', statusCode: 400 }, 'amount_too_large', false],
  [{ type: 'StripeAuthenticationError', statusCode: 401, code: 'a key sk_live_1 was wrong' }, 'StripeAuthenticationError', false],
  [{}, 'failed', false],
])('an error %j is reported as %s, and is retried: %s', (thrown, code, again) => {
  const error = toGatewayError(Object.assign(new Error('Invalid key sk_live_1'), thrown), 'refund')
  expect(error).toMatchObject({ code, retryable: again })
  expect(error.message).not.toContain('sk_live')
})

test('without a secret key nothing is requested, and only the card page needs a publishable key', async () => {
  expect(await catchGatewayError(() => stripe.createPayment(starting(), scripted('stripe', {}).account))).toMatchObject({
    code: 'no_key',
    retryable: true,
  })
  expect(stripe.listRequiredSettings({ stripe_flow: 'page' })).toContain('publishable_key')
  expect(stripe.listRequiredSettings({ stripe_flow: 'checkout' })).not.toContain('publishable_key')
})
