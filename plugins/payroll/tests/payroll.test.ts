import { beforeAll, expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { createPayrollFixture } from './fixture.ts'

const shop = suite(['payroll', 'notes', 'people'])
const pay = createPayrollFixture(shop)
beforeAll(() => pay.enable())

test('a payroll is computed, approved, sent and paid, and the employee sees the payslip from sending on', async () => {
  const { id: structure } = await pay.hongKong()
  const { id: employee, client } = await pay.hire()
  await pay.pay(employee, structure)
  const payroll = await pay.payroll('2025-03-10')
  expect(payroll).toMatchObject({
    status: 'pending',
    start_date: '2025-03-01',
    end_date: '2025-03-31',
    currency: 'HKD',
    pay_date: '2025-03-31',
  })
  const review = await pay.review(payroll.id)
  expect(review.totals).toMatchObject({ employees: 1, problems: 0, gross: '31000.00', net: '29500.00', employer_cost: '1500.00' })
  const payslip = await pay.payslip(payroll.id, employee)
  expect(payslip.lines.map(({ name, amount }: any) => [name, amount])).toEqual([
    ['Base salary', '31000.00'],
    ['MPF, employee', '1500.00'],
    ['MPF, employer', '1500.00'],
  ])
  expect(payslip.lines[1].explanation.rule.legal_source).toContain('Cap. 485')

  expect((await client.get('/api/admin/my/payroll')).body.data).toEqual([])
  await pay.move(payroll.id, 'approve')
  expect((await client.get(`/api/admin/my/payroll/${payslip.id}`)).status).toBe(404)
  await pay.move(payroll.id, 'send')
  await shop.it.jobs()
  const own = (await client.get('/api/admin/my/payroll')).body
  expect(own.data).toMatchObject([{ id: payslip.id, net: '29500.00', status: 'sent' }])
  expect(own.years).toMatchObject([{ year: 2025, net: '29500.00' }])
  expect((await client.get(`/api/admin/my/payroll/${payslip.id}`)).body.lines).toHaveLength(3)
  await pay.move(payroll.id, 'pay', { paid_on: '2025-03-31', payment_reference: 'HSBC 1' })
  expect((await client.get('/api/admin/my/payroll')).body.data[0].status).toBe('paid')
})
