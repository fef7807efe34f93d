import { expect } from 'vitest'
import { sql, systemCtx } from 'stoa'
import type { suite } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'
import { accrueLeave } from '../services/accrue-leave.ts'

/** A created row; its further members are compared in tests. */
type Made = { id: number } & Record<string, unknown>

type Shop = ReturnType<typeof suite>

/** Employees, types and requests for tests. */
export function createLeaveFixture(shop: Shop) {
  let count = 0
  const post = async (path: string, body: object = {}, status = 201): Promise<Made> => {
    const made = await shop.owner.post(`/api/admin/${path}`, body)
    expect(made.status, JSON.stringify(made.body)).toBe(status)
    return made.body
  }
  const lastAccount = async () => (await shop.it.kernel.db.one<{ id: number }>(sql`select max(id) as id from account`))?.id ?? 0
  return {
    post,
    async enable() {
      await shop.owner.put('/api/admin/settings/employee', { enabled: true, work_weekdays: [1, 2, 3, 4, 5] })
    },
    /** An employee with an account of these rights. */
    async hire(values: object = {}, rights: string[] = []): Promise<{ id: number; client: Client; accountId: number }> {
      const client = await shop.it.staff(rights)
      const accountId = await lastAccount()
      const input = { staff_no: `L-${++count}`, name: `Person ${count}`, join_date: '2020-01-01', account_id: accountId, ...values }
      return { id: (await post('hr_employee', input)).id, client, accountId }
    },
    type: async (values: object = {}): Promise<{ id: number }> =>
      post('hr_leave_type', {
        code: `type_${++count}`,
        title: `Type ${count}`,
        effective_from: '2020-01-01',
        accrual_table: [],
        ...values,
      }),
    /** Adds days to a balance. */
    grant: (employee_id: number, type_id: number, days: string, valid_from: string, valid_to?: string) =>
      post('hr_leave/balance/adjust', { employee_id, type_id, days, valid_from, ...(valid_to && { valid_to }), reason: 'Test' }, 200),
    /** The balance on a date. */
    balance: async (employee_id: number, type_id: number, date: string): Promise<number> =>
      (await shop.owner.get(`/api/admin/hr_leave/balance/rows?employee_id=${employee_id}&type_id=${type_id}&date=${date}`)).body.days,
    rows: (employeeId: number, typeId: number) =>
      shop.it.kernel.db.rows<{
        kind: string
        days: number
        valid_from: string
        valid_to: string
        source: number | null
        key: string | null
      }>(sql`
        select kind, days::float8 as days, to_char(valid_from, 'YYYY-MM-DD') as valid_from, to_char(valid_to, 'YYYY-MM-DD') as valid_to,
          source_ledger_id as source, key from hr_leave_ledger where employee_id = ${employeeId} and type_id = ${typeId} order by id`),
    /** Leave that the employee requests and the office approves. */
    async take(employee: { client: Client }, type_id: number, start_date: string, end_date: string): Promise<Made> {
      const made = await employee.client.post('/api/admin/my/leave', { type_id, start_date, end_date })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      expect((await shop.owner.post(`/api/admin/hr_leave/${made.body.id}/approve`)).status).toBe(200)
      return made.body
    },
    accrue: () => accrueLeave(systemCtx(shop.it.kernel, 'leave')),
  }
}

/** The next date with this ISO weekday that is at least some days from today. */
export function nextWeekday(weekday: number, after = 30): string {
  const date = new Date(Date.now() + after * 86_400_000)
  date.setUTCDate(date.getUTCDate() + ((weekday - (date.getUTCDay() || 7) + 7) % 7))
  return date.toISOString().slice(0, 10)
}

/** A date some days later. */
export const plus = (date: string, days: number): string => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
