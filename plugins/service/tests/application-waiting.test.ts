import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { newestMail } from '../../../tests/support/mails.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { catchUpOrders } from '../services/orders.ts'
import { applicationTimelineSource } from '../services/timeline-source.ts'
import { createServiceHelpers, applicant } from './service-fixture.ts'

/** Expiry times, order totals, and the inventory an application uses. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop({ env: { STOA_TRUST_PROXY: 'loopback' } }, ['forms', 'service', 'notes'])
})
afterAll(() => shop.it.close())
const { service, ask, applied, byNumber, view, agree, getOrder, pay, listEmails } = createServiceHelpers(() => shop)
const db = () => shop.it.kernel.db
const byYes = { is_approval_required: true }
const getStatus = async (number: string) =>
  (await db().one<{ status: string }>(sql`select status from application where number = ${number}`))?.status
const move = (id: number, name: string, body: object = {}) => shop.owner.post(`/api/admin/application/${id}/${name}`, body)

describe('an application waiting for a decision', () => {
  const remind = async () => {
    await shop.it.clock('service/remind')
    await shop.it.jobs()
  }
  const older = (number: string, by: string) =>
    db().run(sql`update application set created_at = created_at - ${by}::interval where number = ${number}`)
  const reminded = async (number: string) =>
    (await db().one<{ yes: boolean }>(sql`select reminded_at is not null as yes from application where number = ${number}`))?.yes

  test('reminds its assignee after the configured number of days, and never when none is set', async () => {
    const { url } = await service('10.00', byYes)
    const { number } = await applied(shop.it.guest, url)
    const clerk = await shop.it.staff(['get application', 'update application'])
    const { id: clerkId } = (await clerk.get('/api/admin')).body
    fine(await shop.owner.put(`/api/admin/application/${(await byNumber(number)).id}`, { assigned_to: clerkId }))
    const notices = async () => (await clerk.get('/api/admin/notice')).body.data.length
    await older(number, '2 days 23 hours 59 minutes')
    await remind()
    expect([await reminded(number), await notices()]).toEqual([false, 0])
    await older(number, '2 minutes')
    const rules = (remind_days: number) => shop.owner.put('/api/admin/settings/application', { remind_days })
    fine(await rules(0))
    await remind()
    expect(await reminded(number)).toBe(false)
    fine(await rules(3))
    await Promise.all([remind(), remind()])
    expect([await reminded(number), await notices()]).toEqual([true, 1])
  })

  test('starts waiting again when it is reopened', async () => {
    const { url } = await service('10.00', byYes)
    const { number } = await applied(shop.it.guest, url)
    const { id } = await byNumber(number)
    await older(number, '10 days')
    fine(await move(id, 'reject', { note: 'No' }))
    fine(await move(id, 'reopen'))
    await remind()
    expect(await reminded(number)).toBe(false)
    await db().run(
      sql`update status_history set created_at = created_at - interval '4 days' where document_type = 'application' and document_id = ${id}`,
    )
    await remind()
    expect(await reminded(number)).toBe(true)
  })
})

test('an unpaid draft is deleted after a day unless an order refers to it', async () => {
  const { url } = await service('10.00')
  const begin = async () => fine(await ask(shop.it.guest, url)).body.application
  const [young, old, ordered] = [await begin(), await begin(), await begin()]
  const { cart_id } = fine(await shop.it.guest.post('/api/cart/item', ordered.to_pay)).body
  fine(await shop.it.guest.post('/api/checkout', { cart_id, guest: applicant, payment_method: 'bank' }))
  const age = (number: string, by: string) =>
    db().run(sql`update application set created_at = now() - ${by}::interval where number = ${number}`)
  await age(young.number, '23 hours 59 minutes')
  for (const { number } of [old, ordered]) await age(number, '1 day 1 second')
  await shop.it.clock('service/forget')
  expect([await getStatus(young.number), await getStatus(old.number), await getStatus(ordered.number)]).toEqual([
    'draft',
    undefined,
    'draft',
  ])
})

test.each([
  ['0.01', 1, undefined, 1],
  ['33.33', 3, undefined, 9_999],
  ['500.00', 2, '0.05', 10],
  ['500.00', 3, '0.00', 0],
])('%s times %i, repriced to %s before approval, gives an order of %i cents', async (price, quantity, agreed, total) => {
  const { url } = await service(price, byYes)
  const a = await applied(shop.it.guest, url, `?quantity=${quantity}`)
  const { id } = await byNumber(a.number)
  if (agreed) fine(await shop.owner.put(`/api/admin/application/${id}`, { price: agreed }))
  fine(await agree(id, 'Gladly'))
  await shop.it.jobs()
  expect((await getOrder(a.number)).total).toBe(total)
  // An application that costs nothing is paid on approval.
  expect(await view(a)).toMatchObject({ status: total === 0 ? 'paid' : 'approved', total: (total / 100).toFixed(2), note: 'Gladly' })
})

test.each(['0', '-1', '1.5', '10000', 'x'])('a service cannot be requested in quantity %s', async (quantity) => {
  const { url } = await service('10.00', byYes)
  expect(Object.keys((await ask(shop.it.guest, url, {}, `?quantity=${quantity}`)).body.messages)).toEqual(['quantity'])
})

describe('a service with limited inventory', () => {
  const counted = async (quantity: number) => {
    const warehouse = await db().one<{ id: number }>(sql`select id from warehouse order by id limit 1`)
    return service('40.00', {
      ...byYes,
      track_inventories: true,
      stocks: [{ price: '40.00', inventories: [{ warehouse_id: warehouse?.id, quantity }] }],
    })
  }
  const readInventory = async (stock: number) =>
    (await db().one<{ held: number; there: number }>(
      sql`select coalesce(sum(reserved), 0)::int as held, coalesce(sum(quantity), 0)::int as there from inventory where stock_id = ${stock}`,
    )) ?? { held: -1, there: -1 }

  test('is reserved on approval, released on cancellation, and used up by the work', async () => {
    const { url, stock } = await counted(2)
    const [a, b] = [await applied(shop.it.guest, url, '?quantity=2'), await applied(shop.it.guest, url)]
    expect((await readInventory(stock)).held).toBe(0)
    fine(await agree((await byNumber(a.number)).id))
    expect((await readInventory(stock)).held).toBe(2)
    // No inventory is left for the other application, so its approval fails.
    const refused = await agree((await byNumber(b.number)).id)
    expect([refused.status, refused.body.code, await getStatus(b.number)]).toEqual([409, 'OUT_OF_STOCK', 'pending'])
    fine(await shop.it.guest.post(`/api/application/${a.number}/cancel`, { token: a.token }))
    await shop.it.jobs()
    expect(await readInventory(stock)).toEqual({ held: 0, there: 2 })
    fine(await agree((await byNumber(b.number)).id))
    expect((await readInventory(stock)).held).toBe(1)
  })
})

test('a full refund ends a paid application, and emails the applicant in their language', async () => {
  const { url } = await service('50.00', byYes)
  const a = fine(await ask(shop.it.guest, url, { email: 'back@shop.test', language: 'zh-HK' })).body.application
  await shop.it.jobs()
  const { id } = await byNumber(a.number)
  fine(await agree(id))
  await pay(a.number)
  fine(await move(id, 'begin'))
  const order = await shop.order((await getOrder(a.number)).id)
  const refund = { lines: [{ order_line_id: order.lines[0].id, quantity: 1, cancel: 1 }], shipping: '0.00', method: 'cash', reason: 'Ill' }
  fine(await shop.owner.post(`/api/admin/order/${order.id}/refund`, refund))
  await shop.it.jobs()
  expect([await getStatus(a.number), await listEmails(a.number)]).toEqual(['canceled', ['received', 'canceled']])
  expect((await newestMail(shop.it, 'back@shop.test'))?.text_body).toMatch(/\p{Script=Han}/u)
  const applicationView = await view(a)
  expect([applicationView.status, applicationView.may_cancel, applicationView.pay_url]).toEqual(['canceled', false, null])
})

test('a payment whose event was missed is caught up, and its application cannot be ordered twice', async () => {
  const { url } = await service('10.00')
  const { number, to_pay } = fine(await ask(shop.it.guest, url)).body.application
  const { cart_id } = fine(await shop.it.guest.post('/api/cart/item', to_pay)).body
  fine(await shop.it.guest.post('/api/checkout', { cart_id, guest: applicant, payment_method: 'bank' }))
  // An application in one order cannot be added to another.
  expect((await shop.it.guest.post('/api/cart/item', to_pay)).status).toBe(422)
  fine(await shop.owner.post(`/api/admin/order/${(await getOrder(number)).id}/pay`, {}))
  await db().run(sql`delete from graphile_worker._private_jobs`)
  const since = new Date(Date.now() - 60_000)
  for (let i = 0; i < 2; i++) await catchUpOrders(shop.it.ctx, since)
  expect(await getStatus(number)).toBe('paid')
  const { id } = await byNumber(number)
  const activities = await db().rows<{ key: string }>(
    sql`select dedupe_key as key from timeline_activity where dedupe_key like ${`application.% ${id}`}`,
  )
  expect(activities).toEqual([{ key: `application.applied ${id}` }])
  // Rebuilding a timeline gives the same events.
  expect((await applicationTimelineSource.rebuild(shop.it.kernel, id - 1, 1)).events.map(({ dedupeKey }) => dedupeKey)).toEqual([
    `application.applied ${id}`,
  ])
})

test('a link opens only its own application, and not an unpaid draft', async () => {
  const { url } = await service('10.00', byYes)
  const [a, b] = [await applied(shop.it.guest, url), await applied(shop.it.guest, url)]
  const draft = fine(await ask(shop.it.guest, (await service('10.00')).url)).body.application
  for (const [number, token] of [
    [a.number, b.token],
    [a.number, ''],
    [a.number, `${a.token}x`],
    ['AP0', a.token],
    [draft.number, draft.token],
  ]) {
    expect((await shop.it.guest.get(`/api/application/${number}?token=${token}`)).status, `${number} ${token}`).toBe(404)
    expect((await shop.it.guest.post(`/api/application/${number}/cancel`, { token })).status).toBe(404)
  }
  expect(await getStatus(a.number)).toBe('pending')
})
