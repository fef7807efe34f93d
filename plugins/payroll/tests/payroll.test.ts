import { beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { checks } from '../checks.ts'
import { seedPayroll } from '../seed.ts'
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

test('the printed payslip is generated once for each language, and changed bytes are not sent', async () => {
  const { kernel } = shop.it
  const row = await kernel.db.one<{ id: number }>(sql`select id from hr_payslip where status = 'paid' limit 1`)
  const read = (language: string) => shop.owner.get(`/api/admin/hr_payslip/${row?.id}/pdf?language=${language}`)
  expect((await read('zh-HK')).status).toBe(200)
  expect((await read('zh-HK')).status).toBe(200)
  const stored = await kernel.db.rows<{ language: string }>(
    sql`select language from hr_payslip_pdf where payslip_id = ${row?.id} order by language`,
  )
  expect(stored.map(({ language }) => language)).toEqual(['en-US', 'zh-HK'])
  await kernel.db.run(sql`update hr_payslip_pdf set sha256 = 'other' where language = 'zh-HK'`)
  expect((await read('zh-HK')).status).toBe(409)
})

test('the bank file, contributions and totals list what was paid', async () => {
  const { kernel } = shop.it
  const row = await kernel.db.one<{ id: number }>(sql`select id from hr_payroll where status = 'paid' limit 1`)
  const format = await pay.post('hr_bank_format', {
    title: 'Bank',
    code: 'bank',
    columns: [
      { value: 'staff_no', label: 'No' },
      { value: 'net', label: 'Amount' },
      { value: 'fixed_text', label: 'Text', fixed_text: 'SALARY' },
    ],
  })
  const plain = await shop.it.staff(['get hr payroll', 'export hr bank file', 'see all hr employee'])
  const path = `/api/admin/hr_payroll/${row?.id}/bank-file?format_id=${format.id}`
  expect((await plain.get(path)).status).toBe(403)
  const file = await shop.owner.get(path)
  expect(String(file.body)).toMatch(/^No,Amount,Text\r\nP-\d+,29500\.00,SALARY\r\n$/)
  const due = (await shop.owner.get('/api/admin/hr_payroll/remittance?month=2025-03')).body
  expect(due.rows).toMatchObject([
    [expect.any(String), expect.any(String), '', '2025-03', '31000.00', '1500.00', '1500.00', '3000.00', '2025-04-10'],
  ])
  const totals = (await shop.owner.get('/api/admin/hr_payroll/totals?year=2025')).body
  expect(totals.rows[0].slice(2, 7)).toEqual(['HKD', '1', '31000.00', '1500.00', '29500.00'])
  expect(String((await shop.owner.get('/api/admin/hr_payroll/remittance/csv?month=2025-03')).body)).toContain('2025-04-10')
  expect((await shop.owner.get('/api/admin/hr_payroll/totals/xlsx?year=2025')).status).toBe(200)
})

test('a structure shows what it gives before anybody is paid by it', async () => {
  const { id } = await pay.hongKong()
  const read = async (income: string, age = 30) =>
    (await shop.owner.get(`/api/admin/hr_pay_structure/${id}/preview?income=${income}&age=${age}&date=2026-05-01`)).body
  const amounts = async (income: string, age?: number) =>
    (await read(income, age)).lines.map(({ kind, amount }: any) => `${kind} ${amount}`)
  expect(await amounts('7000')).toEqual(['earning 7000.00', 'employer_cost 350.00'])
  expect(await amounts('40000')).toEqual(['earning 40000.00', 'deduction 1500.00', 'employer_cost 1500.00'])
  expect(await amounts('20000', 70)).toEqual(['earning 20000.00'])
  const { id: singapore } = await pay.post('hr_pay_structure/sample', { code: 'singapore' }, 200)
  const cpf = (await shop.owner.get(`/api/admin/hr_pay_structure/${singapore}/preview?income=9000&age=57&date=2026-05-01`)).body
  expect(cpf.lines.map(({ amount }: any) => amount)).toEqual(['9000.00', '1440.00', '1280.00'])
})

test('sample data shows a paid payroll, one that waits for its review and a draft, and every invariant holds', async () => {
  const { kernel } = shop.it
  await pay.hire({ join_date: '2024-03-01', birth_date: null })
  await kernel.db.run(sql`update hr_payslip set salary_id = null`)
  await kernel.db.run(sql`delete from hr_salary`)
  for (let time = 0; time < 2; time++) await seedPayroll(shop.it.ctx, 'demo')
  await shop.it.jobs()
  const rows = await kernel.db.rows<{ status: string }>(
    sql`select status from hr_payroll where start_date > '2025-06-01' order by start_date`,
  )
  expect(rows.map(({ status }) => status)).toEqual(['paid', 'pending', 'draft'])
  for (const [name, check] of Object.entries(checks)) expect(await check(kernel), name).toEqual([])
})

test('a payroll is not edited while it is being calculated', async () => {
  const { id } = await pay.post('hr_payroll', { start_date: '2024-03-01' })
  await pay.move(id, 'compute')
  const refused = await pay.move(id, 'revise', {}, 422)
  expect(refused).toMatchObject({ messages: { status: [expect.stringContaining('being calculated')] } })
  await shop.it.jobs()
})
