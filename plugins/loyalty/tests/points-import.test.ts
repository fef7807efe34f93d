import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { importRecords } from 'stoa/plugins/sheets'
import { followMerge } from '../services/people.ts'
import { member, sound } from './support.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['loyalty', 'sheets'])
})
afterEach(() => sound(shop))
afterAll(() => shop.it.close())

interface Answer {
  summary: Record<string, number>
  errors: { row: number; column: string; message?: string }[]
}
const bring = async (lines: string[], options: object = {}) =>
  (await importRecords(
    shop.it.ctx,
    'points_import',
    { name: 'points.csv', bytes: Buffer.from(lines.join('\n')) },
    options,
  )) as unknown as Answer
const getEmail = async (id: number) => String((await shop.owner.get(`/api/admin/customer/${id}`)).body.email)

test('points are imported by email or phone with their expiry, and importing the same sheet twice books them once', async () => {
  const [may, ken] = [await member(shop), await member(shop, 5, { country_code: '+852', phone: '91234567' })]
  const ends = `${new Date().getUTCFullYear() + 3}-01-31`
  const lines = [
    'customer,phone,points,expires_at,note,key',
    `${await getEmail(may.id)},,120,${ends},From the old shop,old-1`,
    `,+852 9123 4567,30,,,old-2`,
  ]
  const rehearsed = await bring(lines, { dryRun: true })
  expect([rehearsed.summary['create'], rehearsed.errors]).toEqual([2, []])
  expect(await may.points()).toBe(0)
  expect((await bring(lines)).summary).toMatchObject({ create: 2 })
  expect([await may.points(), await ken.points()]).toEqual([120, 35])
  const again = await bring(lines)
  expect([again.summary['create'] ?? 0, again.errors]).toEqual([0, []])
  expect([await may.points(), await ken.points()]).toEqual([120, 35])
  const lots = await shop.it.kernel.db.rows<{ day: string }>(
    sql`select to_char(expires_at at time zone 'Asia/Hong_Kong', 'YYYY-MM-DD') as day from points_lot where person_id = ${may.person}`,
  )
  expect(lots).toEqual([{ day: ends }])
  // The phone number identifies the member and is not stored.
  expect(await shop.it.kernel.db.rows(sql`select 1 from points_import where phone is not null`)).toEqual([])
})

test('invalid lines are reported by row and column, and valid ones are booked', async () => {
  const may = await member(shop)
  await member(shop, 0, { country_code: '+852', phone: '61112222' })
  await member(shop, 0, { country_code: '+86', phone: '61112222' })
  const email = await getEmail(may.id)
  const { errors } = await bring([
    'customer,phone,points,expires_at,note,key',
    'nobody@shop.test,,10,,,w1',
    ',0000 0000,10,,,w2',
    ',6111 2222,10,,,w3',
    `${email},,0,,,w4`,
    `${email},,ten,,,w5`,
    `${email},,10,2020-01-01,,w6`,
    ',,10,,,w7',
    `${email},,10,,,w8`,
  ])
  expect(errors.map(({ row, column }) => [row, column])).toEqual([
    [2, 'customer'],
    [3, 'phone'],
    [4, 'phone'],
    [5, 'points'],
    [6, 'points'],
    [7, 'expires_at'],
    [8, 'customer'],
  ])
  expect(await may.points()).toBe(10)
  const other = await bring(['customer,points,key', `${email},99,w8`])
  expect(other.errors).toMatchObject([{ row: 2, column: 'points' }])
  expect(await may.points()).toBe(10)
})

test('a sheet with email and points only is recognized by its header and booked once for each member', async () => {
  const may = await member(shop)
  const email = await getEmail(may.id)
  for (const header of ['email,points', 'user_email,points', 'email,points'])
    expect((await bring([header, `${email},40`])).errors, header).toEqual([])
  expect((await bring(['email,points', `${email},90`])).errors).toMatchObject([{ row: 2, column: 'points' }])
  expect(await may.points()).toBe(40)
})

test('undoing an import removes its points, also spent ones, and imported points follow a merged person', async () => {
  const [may, ken] = [await member(shop), await member(shop)]
  await bring(['customer,points,key', `${await getEmail(may.id)},50,t1`])
  const row = await shop.it.kernel.db.one<{ id: number }>(sql`select id from points_import where key = 't1'`)
  await shop.owner.post(`/api/admin/customer/${may.id}/points`, { points: -20, reason: 'spent' })
  await shop.it.kernel.resources.remove(shop.it.ctx, 'points_import', row?.id ?? 0)
  expect(await may.points()).toBe(-20)
  await bring(['customer,points,key', `${await getEmail(may.id)},50,t2`])
  await shop.it.kernel.transaction((tx) => followMerge(tx, { survivorId: ken.person, loserId: may.person }))
  expect(await ken.points()).toBe(30)
  const owner = await shop.it.kernel.db.one(sql`select person_id as id from points_import where key = 't2'`)
  expect(owner).toEqual({ id: ken.person })
})

test('importing points needs its own permission', async () => {
  const clerk = await shop.it.staff('loyalty.editor')
  expect((await clerk.get('/api/admin/points_import')).status).toBe(200)
  expect((await clerk.post('/api/admin/points_import', { customer_id: 1, points: 5 })).status).toBeGreaterThanOrEqual(403)
})
