import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { buildPaidWebhook, fakeGatewayMethod } from 'stoa/plugins/payments'
import type { Answer } from '../../../tests/support/app.ts'
import { address, fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { openServices, createServiceHelpers, applicant } from './service-fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openServices()
  // Card is the first payment method for orders of applications.
  fine(await shop.owner.post('/api/admin/payment_method', { ...fakeGatewayMethod, hold_minutes: 60, order: -1 }))
})
afterAll(() => shop.it.close())
const { service, applied, getOrder, agree } = createServiceHelpers(() => shop)
const db = () => shop.it.kernel.db

interface Thing {
  id: number
  number: string
  status: string
  token: string
  order: number | null
}

/** Reads the current application from the database, also if staff cannot see it. */
async function thing(number: string): Promise<Thing> {
  const row = await db().one<Omit<Thing, 'token'>>(
    sql`select id, number, status, order_id as order from application where number = ${number}`,
  )
  if (!row) throw new Error(`${number} is gone`)
  const { getToken } = await import('../services/access.ts')
  return { ...row, token: getToken(shop.it.ctx, number) }
}

/** The gateway reports the order as paid, even late. */
async function notice(application: Thing): Promise<Answer> {
  const payment = await db().one<{ ref: string; amount: number }>(
    sql`select reference as ref, amount_minor::int as amount from payment where document_type = 'order' and document_id = ${application.order} order by id limit 1`,
  )
  const body = buildPaidWebhook({ orderRef: payment?.ref ?? '', currCode: '344', amount: ((payment?.amount ?? 0) / 100).toFixed(2) })
  return shop.it.guest.post('/api/payment/card/webhook', Buffer.from(body.toString()), {
    'content-type': 'application/x-www-form-urlencoded',
  })
}

const staff =
  (move: string, body: object = {}) =>
  (application: Thing) =>
    shop.owner.post(`/api/admin/application/${application.id}/${move}`, body)
const order =
  (move: string, body: object = {}) =>
  (application: Thing) =>
    shop.owner.post(`/api/admin/order/${application.order}/${move}`, body)

/** All actions on an application, as a user who may perform them. */
const acts = {
  agree: (application: Thing) => agree(application.id),
  reject: staff('reject', { note: 'Not in May' }),
  reopen: staff('reopen'),
  begin: staff('begin'),
  complete: staff('complete'),
  flag: staff('flag', { reason: 'No water' }),
  resume: staff('resume'),
  cancel: staff('cancel'),
  give_up: staff('give_up'),
  reprice: (application: Thing) => shop.owner.put(`/api/admin/application/${application.id}`, { price: '450.00' }),
  call_off: (application: Thing) => shop.it.guest.post(`/api/application/${application.number}/cancel`, { token: application.token }),
} as const

/** Events of the order. */
const orderEvents = {
  paid: notice,
  expired: async (application: Thing) => {
    await db().run(sql`update sales_order set hold_expires_at = now() - interval '1 second' where id = ${application.order}`)
    await shop.it.clock('sales/expire')
    return undefined
  },
  canceled: order('cancel', { reason: 'No answer' }),
  called_off: order('call_off', { reason: 'We cannot' }),
  refunded: async (application: Thing) => {
    const lines = await db().rows<{ order_line_id: number; quantity: number }>(
      sql`select id as order_line_id, quantity from order_line where order_id = ${application.order}`,
    )
    const made = fine(await shop.owner.post(`/api/admin/order/${application.order}/refund`, { lines, method: 'cash', reason: 'Unhappy' }))
    await shop.it.jobs()
    return made
  },
} as const

type Deed = keyof typeof acts | `order_${keyof typeof orderEvents}`

/** The actions that bring an application to the state at the start of a table row. */
const roads: Record<string, readonly Deed[]> = {
  pending: [],
  approved: ['agree'],
  rejected: ['reject'],
  canceled: ['cancel'],
  expired: ['agree', 'order_expired'],
  given_up: ['agree', 'order_canceled'],
  paid: ['agree', 'order_paid'],
  processing: ['agree', 'order_paid', 'begin'],
  abnormal: ['agree', 'order_paid', 'begin', 'flag'],
  completed: ['agree', 'order_paid', 'begin', 'complete'],
}

/** The resulting state of each action. An action that is not listed is rejected and changes nothing. */
const table: Record<string, Partial<Record<Deed, string>>> = {
  pending: { agree: 'approved', reject: 'rejected', cancel: 'canceled', call_off: 'canceled', reprice: 'pending' },
  approved: {
    call_off: 'canceled',
    order_paid: 'paid',
    order_expired: 'canceled',
    order_canceled: 'canceled',
    order_called_off: 'canceled',
  },
  rejected: { reopen: 'pending' },
  // Canceling a canceled application succeeds without effect.
  canceled: { call_off: 'canceled' },
  // A payment after the order expired reopens the application. A payment after the order was canceled has to be refunded by staff.
  expired: { order_paid: 'paid', call_off: 'canceled' },
  given_up: { order_paid: 'canceled', call_off: 'canceled' },
  paid: { begin: 'processing', order_called_off: 'canceled', order_refunded: 'canceled' },
  processing: { complete: 'completed', flag: 'abnormal', order_called_off: 'canceled', order_refunded: 'canceled' },
  abnormal: { resume: 'processing', give_up: 'canceled', order_called_off: 'canceled', order_refunded: 'canceled' },
  // Completed work stays completed, whatever happens to the payment.
  completed: { order_refunded: 'completed' },
}

async function does(application: Thing, deed: Deed): Promise<Answer | undefined> {
  const answer = deed.startsWith('order_')
    ? await orderEvents[deed.slice('order_'.length) as keyof typeof orderEvents](application)
    : await acts[deed as keyof typeof acts](application)
  await shop.it.jobs()
  return answer
}

let needsYes: Awaited<ReturnType<typeof service>> | undefined
/** Creates an application in the state at the start of a table row. */
async function come(to: string): Promise<Thing> {
  // The test sends more requests a minute than one network may.
  await db().run(sql`delete from rate_limit`)
  needsYes ??= await service('500.00', { is_approval_required: true })
  const { number } = await applied(shop.it.guest, needsYes.url)
  for (const deed of roads[to] ?? []) {
    const answer = await does(await thing(number), deed)
    if (answer) fine(answer)
  }
  return thing(number)
}

const getStatus = async (number: string) => (await thing(number)).status
const ends: Record<string, string> = { expired: 'canceled', given_up: 'canceled' }

describe.each(Object.keys(table))('an application that is %s', (from) => {
  const becomes = table[from] ?? {}

  test('allows the transitions of the table', async () => {
    for (const [deed, to] of Object.entries(becomes)) {
      const application = await come(from)
      expect(application.status, `begins ${from}`).toBe(ends[from] ?? from)
      const answer = await does(application, deed as Deed)
      if (answer) fine(answer)
      expect(await getStatus(application.number), `${from} ${deed}`).toBe(to)
    }
  })

  test('rejects all other actions, and nothing changes', async () => {
    const application = await come(from)
    for (const deed of Object.keys(acts) as (keyof typeof acts)[]) {
      if (deed in becomes) continue
      const answer = await acts[deed](application)
      expect([deed, answer.status]).toEqual([deed, deed === 'reprice' ? 422 : 409])
      expect([deed, await getStatus(application.number)]).toEqual([deed, application.status])
    }
  })
})

test('an application without approval is hidden from staff until it is paid, and then follows the same transitions', async () => {
  const { url } = await service('80.00')
  await db().run(sql`delete from rate_limit`)
  const a = await applied(shop.it.guest, url)
  const begun = await thing(a.number)
  expect(begun.status).toBe('draft')
  for (const deed of Object.keys(acts) as (keyof typeof acts)[]) expect([deed, (await acts[deed](begun)).status]).toEqual([deed, 404])
  expect((await shop.it.guest.get(`/api/application/${a.number}?token=${a.token}`)).status).toBe(404)
  const { cart_id } = fine(await shop.it.guest.post('/api/cart/item', a.to_pay)).body
  fine(await shop.it.guest.post('/api/checkout', { cart_id, guest: applicant, shipping_address: address, payment_method: 'card' }))
  await shop.it.jobs()
  // An ordered but unpaid application is not visible to staff. When its order expires, it can be ordered again.
  expect(await getStatus(a.number)).toBe('draft')
  const ordered = await thing(a.number)
  await orderEvents.expired(ordered)
  await shop.it.jobs()
  expect(await getStatus(a.number)).toBe('draft')
  fine(await notice(ordered))
  await shop.it.jobs()
  expect(await getStatus(a.number)).toBe('paid')
  for (const [deed, to] of [
    ['begin', 'processing'],
    ['flag', 'abnormal'],
    ['resume', 'processing'],
    ['complete', 'completed'],
  ] as const) {
    fine(await acts[deed](ordered))
    expect(await getStatus(a.number)).toBe(to)
  }
})

test('a payment for a canceled application is shown to staff for a refund', async () => {
  const application = await come('given_up')
  fine((await does(application, 'order_paid')) as Answer)
  const [row] = await db().rows<{ status: string; paid: number; back: number }>(
    sql`select o.status, o.paid_minor::int as paid, (select coalesce(sum(amount_minor), 0)::int from refund r where r.order_id = o.id) as back
      from sales_order o where o.id = ${application.order}`,
  )
  expect(row).toEqual({ status: 'abnormal', paid: 50_000, back: 50_000 })
})

test('an order with an application can be completed only after the service is', async () => {
  const application = await come('processing')
  const now = async () => (await getOrder(application.number)).status
  expect((await shop.owner.post(`/api/admin/order/${application.order}/complete`, {})).status).toBe(409)
  expect(await now()).not.toBe('completed')
  fine(await acts.complete(application))
  await shop.it.jobs()
  if ((await now()) === 'paid') fine(await shop.owner.post(`/api/admin/order/${application.order}/process`, {}))
  fine(await shop.owner.post(`/api/admin/order/${application.order}/complete`, {}))
  expect(await now()).toBe('completed')
})
