import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql, systemCtx } from 'stoa'
import type { Client } from '../../../tests/support/app.ts'
import { expectRowsToAddUp } from '../../../tests/support/report.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { checks } from '../checks.ts'
import { commissionPaySource } from '../services/payroll-source.ts'
import { postOrder } from '../services/post-order.ts'

/** A seller with 10 % of completed orders, and a superior with 2 % of the same base. */
let shop: Shop
let seller: { id: number; client: Client }
let boss: { id: number; client: Client }
let groupId: number
let stockId: number
let today: string

const db = () => shop.it.kernel.db
const ctx = () => systemCtx(shop.it.kernel, 'test')

beforeAll(async () => {
  shop = await openShop({}, ['commission', 'crm', 'reports', 'payroll'])
  const hire = async (rights: string[]) => {
    const client = await shop.it.staff(rights)
    return { id: (await db().one<{ id: number }>(sql`select max(id) as id from account`))?.id ?? 0, client }
  }
  seller = await hire(['get commission entry', 'get commission settlement', 'get commission order', 'approve commission settlement'])
  boss = await hire(['get commission entry'])
  groupId = fine(await shop.owner.post('/api/admin/commission_group', { name: 'Shop floor', fixed_percent: '10' })).body.id
  await join(seller.id)
  const top = fine(
    await shop.owner.post('/api/admin/commission_node', {
      name: 'Head',
      admin_id: boss.id,
      override_percent: '2',
      valid_from: '2020-01-01',
    }),
  ).body
  fine(
    await shop.owner.post('/api/admin/commission_node', {
      name: 'Seller',
      admin_id: seller.id,
      parent_id: top.id,
      valid_from: '2020-01-01',
    }),
  )
  stockId = await shop.stock(1_000, '100.00')
  today = (await db().one<{ day: string }>(sql`select to_char(business_day(), 'YYYY-MM-DD') as day`))?.day ?? ''
}, 120_000)
afterEach(() => assertSound())
afterAll(() => shop.it.close())

/** Runs all invariant checks of the plugin. */
async function assertSound(): Promise<void> {
  for (const [name, check] of Object.entries(checks)) expect(await check(shop.it.kernel), name).toEqual([])
}

const join = async (admin_id: number, group_id = groupId, more: object = {}) =>
  fine(await shop.owner.post('/api/admin/commission_member', { group_id, admin_id, valid_from: '2020-01-01', ...more })).body

interface Sold {
  id: number
  number: string
  line: number
}

/** A completed order of units at 100.00. */
async function sell(sellerId: number | null, quantity = 1): Promise<Sold> {
  const { id, number } = await shop.buy(stockId, quantity)
  await db().run(sql`update sales_order set seller_admin_id = ${sellerId} where id = ${id}`)
  fine(await shop.owner.post(`/api/admin/order/${id}/pay`, {}))
  await db().run(sql`update sales_order set status = 'shipped', shipped_at = now() where id = ${id}`)
  fine(await shop.owner.post(`/api/admin/order/${id}/complete`, {}))
  await shop.it.jobs()
  return { id, number, line: (await shop.order(id)).lines[0].id }
}

async function refund({ id, line }: Sold, amount: string, quantity = 0): Promise<void> {
  const body = { lines: [{ order_line_id: line, quantity, cancel: 0, amount }], shipping: '0.00', method: 'cash', reason: 'Broken' }
  fine(await shop.owner.post(`/api/admin/order/${id}/refund`, body))
  await shop.it.jobs()
}

const entriesOf = async (orderId: number) =>
  (
    await db().rows<{ kind: string; admin_id: number; base: number; amount: number }>(sql`
      select kind, admin_id, base_amount_minor as base, amount_minor as amount from commission_entry
      where order_id = ${orderId} and status <> 'canceled' order by id`)
  ).map(({ kind, admin_id, base, amount }) => [kind, admin_id, base, amount])

const settle = async () => {
  const { created } = fine(await shop.owner.post('/api/admin/commission_settlement/period', { settlement: 'monthly', date: today })).body
  await shop.it.jobs()
  return created
}
/** The settlement of the latest period that is not canceled. */
const settlementOf = async (adminId: number) =>
  (await shop.owner.get(`/api/admin/commission_settlement?admin_id=${adminId}&status=pending,approved,paid`)).body.data[0]
const act = (id: number, action: string, body: object = {}, client = shop.owner) =>
  client.post(`/api/admin/commission_settlement/${id}/${action}`, body)

test('a completed order earns once for its seller and the position above, however often and concurrently events arrive', async () => {
  const order = await sell(seller.id)
  await Promise.all([1, 2, 3].map(() => postOrder(ctx(), order.id)))
  expect(await entriesOf(order.id)).toEqual([
    ['direct', seller.id, 10_000, 1_000],
    ['override', boss.id, 10_000, 200],
  ])
})

test('partial refunds add reversals, the last one takes back the rest, and no entry changes', async () => {
  const order = await sell(seller.id)
  await refund(order, '33.33')
  await refund(order, '33.33')
  await refund(order, '33.34', 1)
  expect(await entriesOf(order.id)).toEqual([
    ['direct', seller.id, 10_000, 1_000],
    ['override', boss.id, 10_000, 200],
    ['reversal', seller.id, -3_333, -333],
    ['reversal', boss.id, -3_333, -67],
    ['reversal', seller.id, -3_333, -334],
    ['reversal', boss.id, -3_333, -66],
    ['reversal', seller.id, -3_334, -333],
    ['reversal', boss.id, -3_334, -67],
  ])
  await expect(db().run(sql`update commission_entry set amount_minor = 1 where order_id = ${order.id}`)).rejects.toThrow('never change')
  await expect(db().run(sql`delete from commission_entry where order_id = ${order.id}`)).rejects.toThrow('never deleted')
})

test('without a seller the owner of the contact earns; without anybody the order waits, and the job finds it again', async () => {
  const nobody = await sell(null)
  const waiting = (await shop.owner.get('/api/admin/commission_order?source=none')).body.data
  expect(waiting.map(({ order_number }: { order_number: string }) => order_number)).toEqual([nobody.number])
  expect(await entriesOf(nobody.id)).toEqual([])
  const contact = fine(await shop.owner.post('/api/admin/contact', { first_name: 'May', email: 'may@shop.test', owner_id: seller.id })).body
  await shop.it.clock('commission/catch-up')
  expect(await entriesOf(nobody.id)).toEqual([
    ['direct', seller.id, 10_000, 1_000],
    ['override', boss.id, 10_000, 200],
  ])
  fine(await shop.owner.put(`/api/admin/contact/${contact.id}`, { owner_id: null }))
})

test('shares are entered at the order, must total 100, and post again without changing an entry', async () => {
  const order = await sell(seller.id)
  const [row] = (await shop.owner.get(`/api/admin/commission_order?order_id=${order.id}`)).body.data
  const share = (...shares: [number, string][]) =>
    shop.owner.put(`/api/admin/commission_order/${row.id}`, {
      shares: shares.map(([admin_id, share_percent]) => ({ admin_id, share_percent })),
    })
  expect((await share([seller.id, '60'], [boss.id, '30'])).body.messages).toHaveProperty('shares')
  expect((await share([seller.id, '50'], [seller.id, '50'])).status).toBe(422)
  await join(boss.id)
  fine(await share([seller.id, '60'], [boss.id, '40']))
  await shop.it.jobs()
  expect(await entriesOf(order.id)).toEqual([
    ['direct', seller.id, 6_000, 600],
    ['override', boss.id, 6_000, 120],
    ['direct', boss.id, 4_000, 400],
  ])
})

test('a settlement sums, is approved by somebody else, is paid, and a late refund is carried to the next one', async () => {
  const order = await sell(seller.id)
  expect(await settle()).toBe(2)
  expect(await settle()).toBe(0)
  const settlement = await settlementOf(seller.id)
  const sum = await db().one<{ amount: number }>(sql`
    select sum(amount_minor)::bigint as amount from commission_entry where admin_id = ${seller.id} and status <> 'canceled'`)
  expect([settlement.status, Math.round(Number(settlement.total) * 100)]).toEqual(['pending', sum?.amount])
  expect((await act(settlement.id, 'approve', {}, seller.client)).body.messages).toHaveProperty('status')
  // Canceled: the entries are free again, and the period can be settled anew.
  fine(await act(settlement.id, 'cancel'))
  expect(await settle()).toBe(1)
  const next = await settlementOf(seller.id)
  expect(next.total).toBe(settlement.total)
  fine(await act(next.id, 'approve'))
  expect((await act(next.id, 'pay', { paid_at: '2999-01-01' })).body.messages).toHaveProperty('paid_at')
  const payments = await Promise.all([1, 2].map(() => act(next.id, 'pay', { paid_at: today })))
  expect(payments.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const pdf = await shop.owner.get(`/api/admin/commission_settlement/${next.id}/pdf`)
  expect([pdf.status, String(pdf.headers['content-type']).split(';')[0]]).toEqual([200, 'application/pdf'])

  await refund(order, '100.00', 1)
  const months = await db().one<{ day: string }>(sql`select to_char(${today}::date + interval '1 month', 'YYYY-MM-DD') as day`)
  const later = async (date: string) => {
    fine(await shop.owner.post('/api/admin/commission_settlement/period', { settlement: 'monthly', date }))
    await shop.it.jobs()
    return settlementOf(seller.id)
  }
  const negative = await later(months?.day ?? '')
  expect([negative.total, negative.status]).toEqual(['0.00', 'pending'])
  const carried = await db().rows<{ source_type: string; amount: number }>(sql`
    select source_type, amount_minor as amount from commission_entry where source_id = ${negative.id} and source_type in ('settlement', 'carry')
      and status <> 'canceled' order by id`)
  expect(carried).toEqual([
    { source_type: 'settlement', amount: 1_000 },
    { source_type: 'carry', amount: -1_000 },
  ])
  fine(await act(negative.id, 'cancel'))
  fine(await act((await settlementOf(boss.id)).id, 'cancel'))
})

test('tiers are adjusted to the total of their period', async () => {
  const tiers = [
    { amount_from: '0.00', amount_to: '250.00', percent: '5' },
    { amount_from: '250.00', amount_to: null, percent: '10' },
  ]
  const gap = await shop.owner.post('/api/admin/commission_group', {
    name: 'Gap',
    method: 'tier_slab',
    tiers: [{ amount_from: '1.00', percent: '5' }],
  })
  expect(gap.body.messages).toHaveProperty('tiers')
  const group = fine(
    await shop.owner.post('/api/admin/commission_group', { name: 'Tiers', method: 'tier_slab', trigger: 'order_paid', tiers }),
  ).body
  const client = await shop.it.staff(['get commission entry'])
  const id = (await db().one<{ id: number }>(sql`select max(id) as id from account`))?.id ?? 0
  await join(id, group.id)
  const orders = [await sell(id), await sell(id), await sell(id)]
  const amounts = async () =>
    (await Promise.all(orders.map((order) => entriesOf(order.id)))).map((entries) => entries.map((entry) => entry[3]))
  expect(await amounts()).toEqual([[500], [500], [2_000]])
  // One unit comes back: 200.00 are in the lower tier again.
  await refund(orders[0] as Sold, '100.00', 1)
  await settle()
  expect((await settlementOf(id)).total).toBe('10.00')
  expect((await shop.owner.put(`/api/admin/commission_group/${group.id}`, { trigger: 'order_completed' })).body.messages).toHaveProperty(
    'trigger',
  )
  expect((await client.get('/api/admin/commission_entry')).body.data.every(({ admin_id }: { admin_id: number }) => admin_id === id)).toBe(
    true,
  )
  const tried = fine(
    await shop.owner.post(`/api/admin/commission_group/${group.id}/what_if`, { method: 'fixed_percent', fixed_percent: '1', tiers: [] }),
  ).body
  expect(tried.rows).toEqual([])
})

test('a payroll claims approved settlements, releases them, and pays them once', async () => {
  fine(await shop.owner.post('/api/admin/hr_employee', { staff_no: 'C-1', name: 'Boss', join_date: '2020-01-01', account_id: boss.id }))
  const employee = (await db().one<{ id: number }>(sql`select max(id) as id from hr_employee`))?.id ?? 0
  const settlement = await settlementOf(boss.id)
  fine(await act(settlement.id, 'approve'))
  const read = () => commissionPaySource.read(db(), ctx(), { employees: [employee], until: '2999-12-31', currency: 'HKD' })
  const [item] = await read()
  expect(item).toMatchObject({ employee_id: employee, code: 'commission', kind: 'earning', ref: `commission/${settlement.id}` })
  const claim = (reference: string) =>
    shop.it.kernel.transaction((tx) => commissionPaySource.claim(tx, ctx(), [item?.ref ?? ''], reference))
  expect([await claim('payroll/1'), await claim('payroll/2')]).toEqual([1, 0])
  expect(await read()).toEqual([])
  expect((await act(settlement.id, 'pay', { paid_at: today })).body.messages).toHaveProperty('status')
  await shop.it.kernel.transaction((tx) => commissionPaySource.release(tx, 'payroll/1'))
  expect(await claim('payroll/2')).toBe(1)
  const pay = () =>
    shop.it.kernel.transaction((tx) => commissionPaySource.markPaid(tx, ctx(), 'payroll/2', { paid_on: today, number: 'PY1' }))
  await pay()
  await pay()
  expect((await shop.owner.get(`/api/admin/commission_settlement/${settlement.id}`)).body).toMatchObject({
    status: 'paid',
    payment_reference: 'PY1',
  })
})

test('the report adds up to the ledger, and each sees their own', async () => {
  const read = async (client: Client) => (await client.get(`/api/admin/report/commission?period=today&by=kind`)).body
  const totalOf = (report: any, measure: string) =>
    report.totals[report.measures.findIndex(({ name }: { name: string }) => name === measure)]
  const sum = await db().one<{ total: number }>(sql`
    select sum(amount_minor)::bigint as total from commission_entry where status <> 'canceled' and earned_at = ${today}::date`)
  const report = await read(shop.owner)
  expect(Math.round(Number(totalOf(report, 'total')) * 100)).toBe(sum?.total)
  await expectRowsToAddUp(shop.owner, 'commission', 'period=today')
  expect(Number(totalOf(report, 'settled')) + Number(totalOf(report, 'outstanding'))).toBeCloseTo(Number(totalOf(report, 'total')))
  expect(
    (await seller.client.get('/api/admin/commission_settlement')).body.data.every(
      ({ admin_id }: { admin_id: number }) => admin_id === seller.id,
    ),
  ).toBe(true)
})
