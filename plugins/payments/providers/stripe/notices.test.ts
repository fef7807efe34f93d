import { expect, test } from 'vitest'
import { catchGatewayError } from '../../tests/scripted.ts'
import { hear, intent, list, refund } from '../../tests/stripe-words.ts'

/** What Stripe tells by itself: what it is called here, and what of it is heard. */
test('what staff do on pages of Stripe is named by the payment it is about; one that is not found stays nameless', async () => {
  const bare = refund({ metadata: {} })
  expect((await hear('refund.updated', bare, intent({ metadata: { reference: 'SO7-2' } }))).notice?.reports[0]).toMatchObject({
    reference: 'SO7-2',
    refund_key: undefined,
  })
  const missing = { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } }
  expect((await hear('refund.updated', bare, missing)).notice?.reports[0]).toMatchObject({ kind: 'refunded', reference: undefined })
  const away = { status: 503, body: { error: { type: 'api_error' } } }
  expect(await catchGatewayError(() => hear('refund.updated', bare, away))).toMatchObject({ again: true })
})

test('a charge that was given back is told by its refunds: those it carries, or those that are asked for', async () => {
  const carried = await hear('charge.refunded', {
    id: 'ch_1',
    payment_intent: 'pi_1',
    refunds: { data: [refund(), refund({ id: 're_2' })] },
  })
  expect([carried.notice?.reports.map(({ txn }) => txn), carried.calls.length]).toEqual([['re_1', 're_2'], 0])
  const found = await hear('charge.refunded', { id: 'ch_1', payment_intent: { id: 'pi_1' } }, list([refund({ id: 're_9' })]))
  expect(found.notice?.reports).toMatchObject([{ kind: 'refunded', txn: 're_9' }])
  expect((await hear('charge.refunded', { id: 'ch_1', payment_intent: null })).notice?.reports).toEqual([])
})

test.each([
  ['payment_intent.succeeded', intent(), { kind: 'paid', amount: 12_800 }],
  ['payment_intent.succeeded', intent({ currency: 'jpy', amount_received: 128 }), { kind: 'paid', amount: 12_800, currency: 'JPY' }],
  ['payment_intent.processing', intent({ status: 'processing' }), { kind: 'pending' }],
  ['payment_intent.canceled', intent({ status: 'canceled' }), { kind: 'canceled' }],
  [
    'payment_intent.amount_capturable_updated',
    intent({ status: 'requires_capture', amount_capturable: 12_800, amount_received: 0 }),
    { kind: 'authorized', amount: 12_800 },
  ],
  ['payment_intent.payment_failed', intent({ last_payment_error: { decline_code: 'lost_card' } }), { kind: 'failed', reason: 'lost_card' }],
  ['payment_intent.payment_failed', intent({ last_payment_error: null }), { kind: 'failed', reason: '' }],
] as const)('the event %s is heard as what it says', async (type, object, expected) => {
  const { notice } = await hear(type, object)
  expect(notice).toMatchObject({ event_key: 'evt_1', type, reports: [{ reference: 'SO1-1', txn: 'pi_1', ...expected }] })
})

const session = (more: object = {}) => ({
  ...{
    id: 'cs_1',
    client_reference_id: 'SO1-1',
    payment_intent: 'pi_1',
    payment_status: 'paid',
    amount_total: 12_800,
    currency: 'hkd',
    metadata: {},
    ...more,
  },
})
test.each([
  ['checkout.session.completed', session(), { kind: 'paid', txn: 'pi_1', amount: 12_800, reference: 'SO1-1' }],
  ['checkout.session.completed', session({ payment_status: 'unpaid' }), { kind: 'pending', txn: 'pi_1', provider_payment_id: 'cs_1' }],
  [
    'checkout.session.completed',
    session({ client_reference_id: null, metadata: { reference: 'SO2-1' } }),
    { kind: 'paid', reference: 'SO2-1' },
  ],
  ['checkout.session.async_payment_succeeded', session(), { kind: 'paid' }],
  ['checkout.session.async_payment_failed', session(), { kind: 'failed' }],
  [
    'checkout.session.expired',
    session({ payment_intent: null, payment_status: 'unpaid' }),
    { kind: 'canceled', txn: 'cs_1', reason: 'expired' },
  ],
] as const)('the end of a page, %s with %j, is told by its payment', async (type, object, expected) => {
  expect((await hear(type, object)).notice?.reports).toMatchObject([expected])
})

test('a dispute is heard at the amount the bank took back, and named by its payment; what else happens is not heard', async () => {
  const dispute = { id: 'dp_1', amount: 2_850, currency: 'hkd', payment_intent: 'pi_1', reason: 'fraudulent', metadata: {} }
  expect((await hear('charge.dispute.created', dispute, intent())).notice?.reports).toMatchObject([
    { kind: 'chargeback', txn: 'dp_1', amount: 2_850, reference: 'SO1-1', reason: 'fraudulent' },
  ])
  expect((await hear('customer.created', {})).notice?.reports).toEqual([])
})
