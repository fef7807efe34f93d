import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import type { Answer } from '../../support/app.ts'
import { createPayrollFixture } from '../../../plugins/payroll/tests/fixture.ts'
import { createClaimsFixture } from '../../../plugins/claims/tests/claims-fixture.ts'

const shop = suite(['payroll', 'claims', 'leave', 'notes', 'people'])
const pay = createPayrollFixture(shop)
const claims = createClaimsFixture(shop)
let employee: Awaited<ReturnType<typeof pay.hire>>
let category: { id: number }
beforeAll(async () => {
  await claims.enable({ approval: 'one_step', claim_window_days: 3_660, paid_by: 'payroll' })
  employee = await pay.hire()
  await pay.pay(employee.id, (await pay.structure()).id)
  category = await claims.category()
})

let month = 0
/** A computed payroll of a month of its own. */
const createPayroll = (): Promise<{ id: number }> => pay.payroll(new Date(Date.UTC(2021, month++, 1)).toISOString().slice(0, 10))

const act = (id: number, action: string, body: object = {}) => shop.owner.post(`/api/admin/hr_payroll/${id}/${action}`, body)
const cancel = (id: number) => act(id, 'cancel', { reason: 'Test' })

async function readState(id: number) {
  const payroll = await shop.it.kernel.db.one<{ status: string }>(sql`select status from hr_payroll where id = ${id}`)
  const payslips = await shop.it.kernel.db.rows<{ status: string }>(sql`select distinct status from hr_payslip where payroll_id = ${id}`)
  return { status: payroll?.status, payslips: payslips.map(({ status }) => status) }
}

/** Refusals say why. */
function expectClear(answers: readonly Answer[]): void {
  for (const { status, body } of answers) {
    expect([200, 409, 422], JSON.stringify(body)).toContain(status)
    if (status !== 200) expect(body.code).toMatch(/^(WRONG_STATE|INVALID|STALE|CONFLICT)$/)
  }
}

const count = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 200).length

describe('of requests about a payroll at once', () => {
  test('one of many computations starts, also of a computed payroll', async () => {
    const { id } = await createPayroll()
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => act(id, 'compute')))
      expectClear(answers)
      expect(count(answers)).toBe(1)
      await shop.it.jobs()
      expect(await readState(id)).toEqual({ status: 'pending', payslips: ['pending'] })
    }
    const payslips = await shop.it.kernel.db.one<{ n: number }>(sql`select count(*)::int as n from hr_payslip where payroll_id = ${id}`)
    expect(payslips?.n).toBe(1)
    await cancel(id)
  })

  test('one of two approvers approves, and history names this one', async () => {
    const { id } = await createPayroll()
    const approvers = await Promise.all([1, 2].map(() => shop.it.staff(['approve hr payroll', 'get hr payroll', 'see all hr employee'])))
    const answers = await Promise.all(
      approvers.flatMap((client) => [1, 2].map(() => client.post(`/api/admin/hr_payroll/${id}/approve`, {}))),
    )
    expectClear(answers)
    expect(count(answers)).toBe(1)
    const { data } = (await shop.owner.get(`/api/admin/hr_payroll/${id}/history`)).body
    expect(data.filter((line: { to_status: string }) => line.to_status === 'approved')).toHaveLength(1)
  })

  test.each(Array.from({ length: 4 }, (_, round) => [round]))('approve and cancel leave one state (%i)', async () => {
    const { id } = await createPayroll()
    const answers = await Promise.all([act(id, 'approve'), cancel(id), act(id, 'approve'), cancel(id)])
    expectClear(answers)
    expect(await readState(id)).toEqual({ status: 'canceled', payslips: ['canceled'] })
    const locked = await shop.it.kernel.db.one<{ n: number }>(
      sql`select count(*)::int as n from hr_attendance where locked_by = ${`payroll/${id}`}`,
    )
    expect(locked?.n).toBe(0)
  })

  test.each(Array.from({ length: 4 }, (_, round) => [round]))('pay and cancel leave one state (%i)', async () => {
    const { id } = await createPayroll()
    for (const action of ['approve', 'send']) expect((await act(id, action)).status).toBe(200)
    const answers = await Promise.all([act(id, 'pay', { paid_on: '2026-11-30' }), cancel(id)])
    expectClear(answers)
    expect(count(answers)).toBe(1)
    const state = await readState(id)
    expect([state.status, ...state.payslips]).toEqual(answers[0]?.status === 200 ? ['paid', 'paid'] : ['canceled', 'canceled'])
  })
})

describe('an approved claim', () => {
  test.each(Array.from({ length: 4 }, (_, round) => [round]))(
    'is paid directly or by the payroll that is approved, never both (%i)',
    async () => {
      const claim = await claims.submitted(employee.client, [{ category_id: category.id, amount: '100' }])
      expect((await claims.act(shop.owner, claim, 'approve')).status).toBe(200)
      const made = await pay.post('hr_payroll', { start_date: new Date(Date.UTC(2027, month++, 1)).toISOString().slice(0, 10) })
      const payroll = await pay.compute(made.id)
      const answers = await Promise.all([claims.act(shop.owner, claim, 'pay', { paid_at: '2026-11-30' }), act(payroll.id, 'approve')])
      expectClear(answers)
      expect(count(answers)).toBe(1)
      const stored = await shop.it.kernel.db.one<{ status: string; payroll_ref: string | null }>(
        sql`select status, payroll_ref from hr_reimbursement where id = ${claim}`,
      )
      const state = await readState(payroll.id)
      if (answers[0]?.status === 200) {
        expect([stored, state.status]).toEqual([{ status: 'paid', payroll_ref: null }, 'pending'])
        await cancel(payroll.id)
      } else expect([stored, state.status]).toEqual([{ status: 'approved', payroll_ref: `payroll/${payroll.id}` }, 'approved'])
    },
  )
})

test('compute and cancel at once leave a canceled payroll without open payslips', async () => {
  const { id } = await createPayroll()
  const answers = await Promise.all([act(id, 'compute'), cancel(id), shop.it.jobs()])
  expectClear(answers.slice(0, 2) as Answer[])
  await shop.it.jobs()
  const state = await readState(id)
  if (state.status !== 'canceled') await cancel(id)
  expect(await readState(id)).toEqual({ status: 'canceled', payslips: ['canceled'] })
})
