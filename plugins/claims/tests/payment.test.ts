import { beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'
import { checks } from '../checks.ts'
import { claimForPayroll, markPaidByPayroll, readPayableClaims, releasePayroll } from '../index.ts'
import { createClaimsFixture, FINANCE, MANAGER } from './claims-fixture.ts'

const shop = suite(['claims'])
const claims = createClaimsFixture(shop)
let employee: { id: number; client: Client }
let deciders: { manager: Client; finance: Client }
let category: { id: number }
beforeAll(async () => {
  await claims.enable({ paid_by: 'payroll' })
  const manager = await claims.hire({}, MANAGER)
  employee = await claims.hire({ manager_id: manager.id })
  deciders = { manager: manager.client, finance: await shop.it.staff(FINANCE) }
  category = await claims.category()
})

const approved = (amount = '100') => claims.approved(employee.client, deciders, [{ category_id: category.id, amount }])
const pay = (id: number) => claims.act(deciders.finance, id, 'pay', { paid_at: '2026-01-31', payment_ref: 'FPS' })
const payable = async () =>
  (await readPayableClaims(shop.it.kernel.db, { employees: [employee.id], until: '2999-12-31' })).map(({ id }) => id)
const include = (ids: number[], reference: string) =>
  shop.it.kernel
    .transaction((tx) => claimForPayroll(tx, shop.it.ctx, ids, reference))
    .then(
      () => true,
      () => false,
    )
const settle = (reference: string) =>
  shop.it.kernel.transaction((tx) => markPaidByPayroll(tx, shop.it.ctx, reference, { paid_on: '2026-11-30', number: 'PY1' }))
const release = (reference: string) => shop.it.kernel.transaction((tx) => releasePayroll(tx, reference))
const read = (id: number) => claims.read(employee.client, id)

test('a payroll includes claims, releases them, and pays them once', async () => {
  const [one, two] = [await approved('10'), await approved('20')]
  expect(await payable()).toEqual([one, two])
  expect(await readPayableClaims(shop.it.kernel.db, { employees: [employee.id], until: '2020-01-01' })).toEqual([])
  expect(await include([two, one], 'payroll/1')).toBe(true)
  expect(await include([one], 'payroll/1')).toBe(true)
  expect(await payable()).toEqual([])
  expect(await release('payroll/1')).toBe(2)
  expect(await payable()).toEqual([one, two])
  expect(await include([one], 'payroll/2')).toBe(true)
  expect([await settle('payroll/2'), await settle('payroll/2'), await release('payroll/2')]).toEqual([1, 0, 0])
  expect(await read(one)).toMatchObject({ status: 'paid', paid_by: 'payroll', payment_ref: 'PY1', paid_at: '2026-11-30' })
  expect(await include([one], 'payroll/3')).toBe(false)
  expect(await include([two, one], 'payroll/3')).toBe(false)
  expect(await payable()).toContain(two)
})

test('two payments at once pay once', async () => {
  const id = await approved()
  const results = await Promise.all([pay(id), pay(id), pay(id)])
  expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
})

test('a direct payment and a payroll at once: one of them gets the claim', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await approved()
    const [paid, included] = await Promise.all([pay(id), include([id], `payroll/1${round}`)])
    expect([paid.status === 200, included].filter(Boolean)).toHaveLength(1)
    if (included) {
      expect(paid.body.messages.status[0]).toContain(`payroll/1${round}`)
      expect((await claims.act(deciders.finance, id, 'change_payment', { paid_by: 'direct' })).status).toBe(422)
      await release(`payroll/1${round}`)
    }
  }
})

test('two payrolls at once: one of them gets the claims, all or none', async () => {
  const ids = [await approved(), await approved()]
  const results = await Promise.all([include(ids, 'payroll/20'), include(ids.toReversed(), 'payroll/21')])
  expect(results.filter(Boolean)).toHaveLength(1)
  const rows = await shop.it.kernel.db.rows<{ payroll_ref: string }>(
    sql`select distinct payroll_ref from hr_reimbursement where id = any(${ids}::bigint[])`,
  )
  expect(rows).toHaveLength(1)
})

test('several claims are paid in a batch with one date and reference', async () => {
  const ids = [await approved(), await approved()]
  await claims.act(deciders.finance, ids[0] ?? 0, 'change_payment', { paid_by: 'direct' })
  const answer = await deciders.finance.post('/api/admin/hr_reimbursement/batch/pay', { ids, paid_at: '2026-01-31', payment_ref: 'Run 7' })
  expect(answer.body).toMatchObject({ success_ids: ids, fail_ids: [] })
  expect(await read(ids[1] ?? 0)).toMatchObject({ status: 'paid', payment_ref: 'Run 7', paid_by: 'direct' })
})

test.each([
  ['in the future', '2999-01-01', 'paid_at'],
  ['on no date', '2026-02-30', 'paid_at'],
])('a payment %s is refused at its field', async (_, paid_at, field) => {
  const id = await approved()
  expect((await claims.act(deciders.finance, id, 'pay', { paid_at })).body.messages).toHaveProperty(field)
})

test('the invariants hold', async () => {
  for (const [name, check] of Object.entries(checks)) expect(await check(shop.it.kernel), name).toEqual([])
})
