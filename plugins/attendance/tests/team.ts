import { expect } from 'vitest'
import { sql } from 'stoa'
import type { suite } from 'stoa/testing'

let count = 0

/** Helpers that add employees, shifts and assignments to a test shop. All return ids. */
export const createTeam = (shop: ReturnType<typeof suite>) => {
  const add = async (resource: string, input: Record<string, unknown>): Promise<number> => {
    const made = await shop.owner.post(`/api/admin/${resource}`, input)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return made.body.id
  }
  return {
    addShift: (input: Record<string, unknown>) => add('hr_shift', input),
    hire: (input: Record<string, unknown> = {}) =>
      add('hr_employee', { staff_no: `A-${++count}`, name: `Employee ${count}`, join_date: '2026-01-01', ...input }),
    async assign(employee_id: number, shift_id: number, input: Record<string, unknown>, isPublished = false) {
      const id = await add('hr_shift_assignment', { employee_id, shift_id, ...input })
      if (isPublished) await shop.owner.post(`/api/admin/hr_shift_assignment/${id}/publish`)
      return id
    },
    /** Links an employee to the account that was added last. */
    async linkLast(employee: number) {
      await shop.it.kernel.db.run(sql`update hr_employee set account_id = (select max(id) from account) where id = ${employee}`)
      return employee
    },
  }
}
