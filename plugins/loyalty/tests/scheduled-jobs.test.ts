import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { changePoints } from '../services/account.ts'
import { expirePoints, giveBirthdays, remindOfExpiry } from '../services/scheduled-jobs.ts'
import { followMerge } from '../services/people.ts'
import { settleEarned } from '../services/earned-points.ts'
import { finish, type Member, member, order, sound } from './support.ts'

/** Scheduled points jobs, their emails, and points of merged or erased persons. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['loyalty'])
})
afterEach(() => sound(shop))
afterAll(() => shop.it.close())

const run = (query: ReturnType<typeof sql>) => shop.it.kernel.db.run(query)
const rows = (query: ReturnType<typeof sql>) => shop.it.kernel.db.rows<Record<string, unknown>>(query)
const set = (values: Record<string, unknown>) => shop.it.kernel.settings.write(shop.it.kernel, shop.it.ctx, 'points', values, 'en-US')
/** Gives points that expire in `days` days, at an hour in the time zone of the shop. */
const give = (buyer: Member, points: number, days: number, hour = 12) =>
  shop.it.kernel.transaction(async (tx) => {
    const at = await tx.one<{ at: string }>(sql`select ((now() at time zone 'Asia/Hong_Kong')::date + ${days}::int
      + make_interval(hours => ${hour})) at time zone 'Asia/Hong_Kong' as at`)
    await changePoints(tx, { person: buyer.person, kind: 'bonus', points, expires: at?.at ?? null })
  })
const mailsTo = async ({ id }: Member): Promise<string[]> => {
  const { email } = fine(await shop.owner.get(`/api/admin/customer/${id}`)).body
  return (await rows(sql`select subject from mail where recipient = ${email} and subject ~ '^[0-9]+ (point|積分)' order by id`)).map(
    ({ subject }) => String(subject),
  )
}
const sooner = (buyer: Member, days: number) =>
  run(sql`update points_lot set expires_at = expires_at - make_interval(days => ${days}) where person_id = ${buyer.person}`)
const day = async (days: number) =>
  (await rows(sql`select to_char((now() at time zone 'Asia/Hong_Kong')::date + ${days}::int, 'YYYY-MM-DD') as day`))[0]?.['day']
/** A birthday `days` days from now. */
const born = async (days: number) => `1988${String(await day(days)).slice(4)}`

test('a member is reminded once of all points expiring on one day, on each configured day before', async () => {
  const may = await member(shop)
  await give(may, 30, 30, 0)
  await give(may, 12, 30, 23)
  await give(may, 500, 31, 0)
  await give(may, 700, 29, 23)
  for (const _ of [1, 2]) await remindOfExpiry(shop.it.ctx)
  expect(await mailsTo(may)).toEqual([`42 points expire on ${await day(30)}`])
  await sooner(may, 23)
  for (const _ of [1, 2]) await remindOfExpiry(shop.it.ctx)
  expect((await mailsTo(may)).slice(1)).toEqual([`42 points expire on ${await day(7)}`])
  // A member reminded seven days before gets no further reminder for the same points.
  await sooner(may, -23)
  await remindOfExpiry(shop.it.ctx)
  expect(await mailsTo(may)).toHaveLength(2)
})

test("a reminder uses the singular and the member's language, and is not sent for spent or owed points or disabled accounts", async () => {
  const [may, ken, off] = [await member(shop), await member(shop), await member(shop)]
  await run(sql`update customer set language = 'zh-HK' where id = ${ken.id}`)
  await give(may, 1, 7)
  await give(ken, 5, 7)
  await give(off, 5, 7)
  await run(sql`update customer set enabled = false where id = ${off.id}`)
  const [spent, owes] = [await member(shop), await member(shop)]
  await give(spent, 5, 7)
  fine(await shop.owner.post(`/api/admin/customer/${spent.id}/points`, { points: -5, reason: 'x' }))
  await shop.it.kernel.transaction((tx) => changePoints(tx, { person: owes.person, kind: 'clawback', points: -5, owing: true }))
  await run(sql`update points_lot set expires_at = now() + interval '7 days' where person_id = ${owes.person}`)
  await remindOfExpiry(shop.it.ctx)
  expect(await mailsTo(may)).toEqual([`1 point expires on ${await day(7)}`])
  expect(await mailsTo(ken)).toEqual([`5 積分將於 ${await day(7)} 到期`])
  for (const buyer of [off, spent, owes]) expect(await mailsTo(buyer)).toEqual([])
})

test('reminder days come from the settings, and invalid ones are ignored', async () => {
  const may = await member(shop)
  await give(may, 9, 3)
  await set({ remind_days: ['0', '-3', 'soon', '2.5'] })
  await remindOfExpiry(shop.it.ctx)
  expect(await mailsTo(may)).toEqual([])
  await set({ remind_days: ['3'] })
  await remindOfExpiry(shop.it.ctx)
  expect(await mailsTo(may)).toHaveLength(1)
  await set({ remind_days: ['30', '7'] })
})

test('the balance shows the next points to expire, without expired and unlimited ones', async () => {
  const may = await member(shop)
  await give(may, 5, -1)
  await give(may, 20, 40)
  await give(may, 30, 40)
  await give(may, 100, 41)
  await set({ valid_months: 0 })
  fine(await shop.owner.post(`/api/admin/customer/${may.id}/points`, { points: 1_000, reason: 'x' }))
  await set({ valid_months: 12 })
  const balance = fine(await may.client.get('/api/points/balance')).body
  expect(balance).toMatchObject({ balance: 1_155, spendable: 1_150, worth: '11.50', ending: { points: 50 } })
  await expirePoints(shop.it.ctx)
  expect(await may.points()).toBe(1_150)
  // Points that expire first are spent first; points that never expire are spent last.
  fine(await shop.owner.post(`/api/admin/customer/${may.id}/points`, { points: -140, reason: 'x' }))
  expect(await rows(sql`select remaining from points_lot where person_id = ${may.person} and remaining > 0 order by expires_at`)).toEqual([
    { remaining: 10 },
    { remaining: 1_000 },
  ])
  expect((await may.client.post('/api/points/balance', {})).status).toBe(404)
})

test("a birthday gives the tier's points, which may lift the tier, and none when tier or account is disabled", async () => {
  const birthday = await born(0)
  const make = async (level: number, more: object) =>
    fine(await shop.owner.post('/api/admin/membership', { level, title: `B${level}`, threshold: '900000', ...more })).body.id as number
  const [gives, above, off] = [
    await make(1, { birthday_points: 25 }),
    await make(2, { threshold_kind: 'points', threshold: '25' }),
    await make(3, { birthday_points: 90 }),
  ]
  const people = await Promise.all([1, 2, 3, 4].map(() => member(shop, 0, { birthday })))
  const other = await member(shop, 0, { birthday: await born(1) })
  const [may, ken, lost, none] = people as [Member, Member, Member, Member]
  for (const [buyer, tier_id] of [
    [may, gives],
    [ken, off],
    [lost, gives],
    [other, gives],
  ] as const)
    fine(await shop.owner.put(`/api/admin/customer/${buyer.id}/membership`, { tier_id, reason: 'x' }))
  await run(sql`update membership set enabled = false where id = ${off}`)
  await run(sql`update customer set enabled = false where id = ${lost.id}`)
  await giveBirthdays(shop.it.ctx)
  for (const [buyer, points] of [
    [may, 25],
    [ken, 0],
    [none, 0],
    [other, 0],
  ] as const)
    expect(await buyer.points()).toBe(points)
  expect(await rows(sql`select 1 from points_entry where person_id = ${lost.person}`)).toEqual([])
  expect(fine(await may.client.get('/api/membership_tier')).body.current.id).toBe(above)
  await run(sql`update membership set enabled = false`)
})

test('two merged accounts get one birthday gift a year, whichever had it', async () => {
  const birthday = await born(0)
  const tier_id = fine(
    await shop.owner.post('/api/admin/membership', { level: 9, title: 'Gift', threshold: '900000', birthday_points: 10 }),
  ).body.id
  const [may, ken] = [await member(shop, 0, { birthday }), await member(shop, 0, { birthday })]
  fine(await shop.owner.put(`/api/admin/customer/${ken.id}/membership`, { tier_id, reason: 'x' }))
  await giveBirthdays(shop.it.ctx)
  expect([await may.points(), await ken.points()]).toEqual([0, 10])
  await shop.it.kernel.transaction((tx) => followMerge(tx, { survivorId: may.person, loserId: ken.person }))
  await giveBirthdays(shop.it.ctx)
  expect(await may.points()).toBe(10)
})

test('a merge keeps the gifts of both accounts given under one key, and the ledger shows the balance at each entry', async () => {
  const [may, ken] = [await member(shop, 100), await member(shop, 40)]
  for (const { id } of [may, ken, may])
    fine(await shop.owner.post(`/api/admin/customer/${id}/points`, { points: 7, reason: 'x', key: 'fair' }))
  await shop.it.kernel.transaction((tx) => followMerge(tx, { survivorId: may.person, loserId: ken.person }))
  const { data } = fine(await may.client.get('/api/points')).body
  expect(data.map((e: { points: number; balance_after: number }) => [e.points, e.balance_after])).toEqual([
    [7, 154],
    [7, 147],
    [40, 140],
    [100, 100],
  ])
  fine(await shop.owner.post(`/api/admin/customer/${may.id}/points`, { points: 7, reason: 'x', key: 'fair' }))
  expect(await may.points()).toBe(154)
})

test.each([
  [20, [20], false],
  [21, [20, 1], false],
  [41, [20, 20, 1], false],
])('a ledger of %i entries is paged by twenty, each once, newest first', async (count, sizes) => {
  const may = await member(shop)
  await shop.it.kernel.transaction(async (tx) => {
    for (let i = 1; i <= count; i++) await changePoints(tx, { person: may.person, kind: 'bonus', points: i })
  })
  const pages: number[][] = []
  for (let after: number | null = null; ;) {
    const { data, next }: { data: { points: number }[]; next: number | null } = fine(
      await may.client.get(`/api/points${after === null ? '' : `?after=${after}`}`),
    ).body
    pages.push(data.map(({ points }) => points))
    if (next === null) break
    after = next
  }
  expect(pages.map((page) => page.length)).toEqual(sizes)
  expect(pages.flat()).toEqual(Array.from({ length: count }, (_, i) => count - i))
})

test('erasing a person deletes their points, tier and history, and later refunds create no debt', async () => {
  const [may, ken, stock] = [await member(shop, 100), await member(shop, 30), await shop.stock(9, '50.00')]
  const tier_id = fine(await shop.owner.post('/api/admin/membership', { level: 20, title: 'Gold', threshold: '900000' })).body.id
  for (const { id } of [may, ken]) fine(await shop.owner.put(`/api/admin/customer/${id}/membership`, { tier_id, reason: 'x' }))
  const { id } = await order(shop, may, stock, 2)
  await finish(shop, id)
  const open = await order(shop, may, stock, 1, { points: { use: 60 } })
  const exported = fine(await shop.owner.get(`/api/admin/person/${may.person}/personal-data`)).body.data.loyalty
  expect(exported.points.map((e: { points: number }) => e.points)).toEqual([100, 100, -60])
  expect([exported.tier[0].title, exported.tiers.length]).toEqual([expect.objectContaining({ 'en-US': 'Gold' }), 1])
  fine(await shop.owner.post(`/api/admin/person/${may.person}/erase`, { confirmation: String(may.person) }))
  const left = () =>
    rows(sql`select person_id from points_entry where person_id = ${may.person} union all select person_id from points_lot where person_id = ${may.person}
      union all select person_id from points_account where person_id = ${may.person} union all select person_id from loyalty_member where person_id = ${may.person}
      union all select person_id from loyalty_step where person_id = ${may.person}`)
  expect(await left()).toEqual([])
  const [line] = (await shop.order(id)).lines
  const lines = [{ order_line_id: line.id, quantity: 1, cancel: 0 }]
  fine(await shop.owner.post(`/api/admin/order/${id}/refund`, { lines, shipping: '0.00', method: 'cash', reason: 'Broken' }))
  await shop.it.jobs()
  await settleEarned(shop.it.ctx, id)
  fine(await shop.owner.post(`/api/admin/order/${open.id}/cancel`, { reason: 'No' }))
  await shop.it.jobs()
  expect(await left()).toEqual([])
  expect(await ken.points()).toBe(30)
})
