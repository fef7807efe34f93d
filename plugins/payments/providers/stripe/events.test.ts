import { expect, test } from 'vitest'
import { catchGatewayError } from '../../tests/scripted-provider.ts'
import { hear, intent, list, refund } from '../../tests/stripe-fixture.ts'

/** Stripe events: how they map to reports, and which are ignored. */
test('an event from the Stripe dashboard is matched by its payment, and one without a payment has no reference', async () => {
  const bare = refund({ metadata: {} })
  expect((await hear('refund.updated', bare, intent({ metadata: { reference: 'SO7-2' } }))).notice?.reports[0]).toMatchObject({
    reference: 'SO7-2',
    refund_key: undefined,
  })
  const missing = { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } }
  expect((await hear('refund.updated', bare, missing)).notice?.reports[0]).toMatchObject({ kind: 'refunded', reference: undefined })
  const away = { status: 503, body: { error: { type: 'api_error' } } }
  expect(await catchGatewayError(() => hear('refund.updated', bare, away))).toMatchObject({ retryable: true })
})

test('a refunded charge is read as its refunds, from the event or fetched separately', async () => {
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
] as const)('the webhook %s is read as its event', async (type, object, expected) => {
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
] as const)('a finished checkout session, %s with %j, is read as its payment', async (type, object, expected) => {
  expect((await hear(type, object)).notice?.reports).toMatchObject([expected])
})

test('a dispute is read with the amount withdrawn and matched to its payment, and other events are ignored', async () => {
  const dispute = { id: 'dp_1', amount: 2_850, currency: 'hkd', payment_intent: 'pi_1', reason: 'fraudulent', metadata: {} }
  expect((await hear('charge.dispute.created', dispute, intent())).notice?.reports).toMatchObject([
    { kind: 'chargeback', txn: 'dp_1', amount: 2_850, reference: 'SO1-1', reason: 'fraudulent' },
  ])
  expect((await hear('customer.created', {})).notice?.reports).toEqual([])
})
