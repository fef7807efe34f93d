import { expect } from 'vitest'
import { sql } from 'stoa'
import type { suite } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'

/** The body of a response, whose members are compared in tests. */
type Made = Awaited<ReturnType<Client['get']>>['body']
type Shop = ReturnType<typeof suite>

/** Structures, employees, salaries and payrolls for tests. */
export function createPayrollFixture(shop: Shop) {
  let count = 0
  const request = async (
    method: 'post' | 'put',
    path: string,
    body: object,
    status: number,
    client: Client = shop.owner,
  ): Promise<Made> => {
    const answer = await client[method](`/api/admin/${path}`, body)
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(status)
    return answer.body
  }
  const post = (path: string, body: object = {}, status = 201) => request('post', path, body, status)
  const lastAccount = async () => (await shop.it.kernel.db.one<{ id: number }>(sql`select max(id) as id from account`))?.id ?? 0
  const fixture = {
    post,
    /** Switches self-service on, with work days from Monday to Friday. */
    enable: () => shop.owner.put('/api/admin/settings/employee', { enabled: true, work_weekdays: [1, 2, 3, 4, 5] }),
    settings: (values: object) => shop.owner.put('/api/admin/settings/payroll', values),
    /** A structure without rules. */
    structure: (values: object = {}) =>
      post('hr_pay_structure', { code: `plain_${++count}`, title: `Plain ${count}`, currency: 'HKD', continuity: [], ...values }),
    hongKong: async () => post('hr_pay_structure/sample', { code: 'hong_kong' }, 200),
    /** An employee with an account of these rights. */
    async hire(values: object = {}, rights: string[] = []): Promise<{ id: number; client: Client; accountId: number }> {
      const client = await shop.it.staff(rights)
      const accountId = await lastAccount()
      const input = {
        staff_no: `P-${++count}`,
        name: `Person ${count}`,
        join_date: '2020-01-01',
        birth_date: '1990-05-05',
        account_id: accountId,
        ...values,
      }
      return { id: (await post('hr_employee', input)).id, client, accountId }
    },
    /** An approved salary. */
    async pay(employee_id: number, structure_id: number, values: object = {}): Promise<Made> {
      const made = await post('admin_salary', {
        employee_id,
        structure_id,
        effective_from: '2020-01-01',
        pay_type: 'monthly',
        frequency: 'monthly',
        base_amount: '31000.00',
        allowances: [],
        ...values,
      })
      return post(`admin_salary/${made.id}/approve`, {}, 200)
    },
    /** A payroll that has been computed. */
    async payroll(start_date: string, values: object = {}): Promise<Made> {
      const made = await post('hr_payroll', { start_date, ...values })
      return fixture.compute(made.id)
    },
    async compute(id: number): Promise<Made> {
      await post(`hr_payroll/${id}/compute`, {}, 200)
      await shop.it.jobs()
      const runs = await shop.it.kernel.db.rows<{ status: string; problem: unknown }>(
        sql`select status, problem from run where kind = 'payroll/compute'`,
      )
      expect(runs.filter(({ status }) => status !== 'completed')).toEqual([])
      return (await shop.owner.get(`/api/admin/hr_payroll/${id}`)).body
    },
    move: (id: number, action: string, body: object = {}, status = 200) => post(`hr_payroll/${id}/${action}`, body, status),
    review: async (id: number) => (await shop.owner.get(`/api/admin/hr_payroll/${id}/review`)).body,
    /** The payslip of an employee on a payroll. */
    async payslip(payrollId: number, employeeId: number): Promise<Made> {
      const { data } = await fixture.review(payrollId)
      const { payslip_id } = data.find((row: { employee_id: number }) => row.employee_id === employeeId)
      return (await shop.owner.get(`/api/admin/hr_payslip/${payslip_id}/view`)).body
    },
    /** All stored payslips and lines of a payroll, to compare. */
    snapshot: (payrollId: number) =>
      shop.it.kernel.db.rows(sql`
        select t.id, t.version, t.net_minor, t.updated_at, (select jsonb_agg(l order by l.position) from hr_payslip_line l where l.payslip_id = t.id) as lines
        from hr_payslip t where t.payroll_id = ${payrollId} order by t.id`),
  }
  return fixture
}
