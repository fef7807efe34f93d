import { addDays, addMonths, type Ctx, type Seed, sql, startOfMonth, systemCtx } from 'stoa'
import { hrEmployee } from 'stoa/plugins/hr'
import { RUNS } from 'stoa/plugins/runs'
import { hrBankFormat } from './resources/bank-format.ts'
import { hrPayOpening } from './resources/opening.ts'
import { hrPayItem } from './resources/pay-item.ts'
import { hrPayroll } from './resources/payroll.ts'
import { adminSalary } from './resources/salary.ts'
import { addSampleStructure } from './services/sample-structures.ts'

/** Monthly salaries of the sample employees, in turn. */
const amounts = ['42000.00', '24500.00', '21800.00', '19600.00', '18200.00']

/** A bank format, salaries of the sample employees, a paid payroll, one that waits for its review, and the draft of this month. */
export const seedPayroll: Seed = async (ctx) => {
  const { kernel } = ctx
  const structure = await kernel.transaction((tx) => addSampleStructure(tx, ctx, 'hong_kong'))
  if (!(await kernel.resources.findBy(ctx, hrBankFormat, 'code', 'autopay')))
    await kernel.resources.create(ctx, hrBankFormat, {
      title: 'Autopay',
      code: 'autopay',
      columns: [
        { value: 'bank_account', label: 'Account' },
        { value: 'employee_name', label: 'Name' },
        { value: 'net', label: 'Amount' },
        { value: 'payroll_number', label: 'Reference' },
      ],
    })
  if (await kernel.db.one(sql`select 1 from hr_salary limit 1`)) return
  const clock = await kernel.db.one<{ today: string }>(sql`select to_char(business_day(), 'YYYY-MM-DD') as today`)
  const thisMonth = startOfMonth(clock?.today ?? '')
  await seedSalaries(ctx, structure.id)
  await seedPayrolls(ctx, thisMonth)
}

async function seedSalaries(ctx: Ctx, structureId: number): Promise<void> {
  const { resources } = ctx.kernel
  const employees = await ctx.kernel.query(hrEmployee).where('enabled', true).orderBy('id')
  for (const [index, employee] of employees.entries()) {
    if (employee.birth_date === null)
      await resources.update(ctx, hrEmployee, employee.id, {
        birth_date: `${1978 + (index % 20)}-0${1 + (index % 9)}-15`,
      })
    const salary = await resources.create(ctx, adminSalary, {
      employee_id: employee.id,
      structure_id: structureId,
      effective_from: employee.join_date,
      base_amount: amounts[index % amounts.length] ?? '18000.00',
      allowances: index % 3 === 0 ? [{ code: 'transport', title: 'Transport allowance', amount: '800.00' }] : [],
      scheme_member_no: `MPF${String(employee.id).padStart(6, '0')}`,
    })
    await resources.transition(ctx, adminSalary, salary.id, 'approve')
  }
}

async function seedPayrolls(ctx: Ctx, thisMonth: string): Promise<void> {
  const { kernel } = ctx
  const [employee] = await kernel.query(hrEmployee).where('enabled', true).orderBy('id').limit(1)
  if (!employee) return
  const [before, last] = [addMonths(thisMonth, -2), addMonths(thisMonth, -1)]
  const opening = { gross: '42000.00', net: '40500.00', wages: '42000.00', relevant_income: '42000.00', days: '30' }
  await kernel.resources.create(ctx, hrPayOpening, {
    ...opening,
    employee_id: employee.id,
    start_date: addMonths(thisMonth, -3),
    end_date: addDays(before, -1),
    employee_contribution: '1500.00',
    employer_contribution: '1500.00',
    reference: `${employee.staff_no}-opening`,
  })
  const paid = await compute(ctx, before)
  if (paid.status === 'pending')
    for (const action of ['approve', 'send'] as const) await kernel.resources.transition(ctx, hrPayroll, paid.id, action)
  if (paid.status === 'pending')
    await kernel.resources.transition(ctx, hrPayroll, paid.id, 'pay', { paid_on: last, payment_reference: 'Autopay' })
  const bonus = { code: 'bonus', title: 'Sales bonus', amount: '1200.00' }
  await kernel.resources.create(ctx, hrPayItem, { ...bonus, employee_id: employee.id, date: last })
  await compute(ctx, last)
  await kernel.resources.create(ctx, hrPayroll, { start_date: thisMonth })
}

/** A payroll of a month that has been computed. */
async function compute(ctx: Ctx, start_date: string) {
  const { kernel } = ctx
  const { id } = await kernel.resources.create(ctx, hrPayroll, { start_date })
  await kernel.resources.transition(ctx, hrPayroll, id, 'compute')
  const { run_id } = await kernel.resources.get(ctx, hrPayroll, id)
  if (run_id !== null) await kernel.get(RUNS).perform(systemCtx(kernel, 'payroll'), run_id)
  return kernel.resources.get(ctx, hrPayroll, id)
}
