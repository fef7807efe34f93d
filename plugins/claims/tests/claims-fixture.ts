import { expect } from 'vitest'
import { sql } from 'stoa'
import { type suite, toFormData } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'

/** A created row; its further members are compared in tests. */
type Made = { id: number } & Record<string, unknown>

type Shop = ReturnType<typeof suite>

/** Today in the time zone of the sample shop, and dates before it. */
export const daysAgo = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Hong_Kong' }).format(new Date(Date.now() - days * 86_400_000))

/** A small PDF; each text gives a different file. */
export const pdf = (text = 'receipt', name = 'receipt.pdf'): File =>
  new File([`%PDF-1.4\n1 0 obj\n<</Title(${text})>>\nendobj\ntrailer\n<<>>\n%%EOF\n`], name, { type: 'application/pdf' })

/** Rights of a manager and of finance. */
export const MANAGER = ['get hr reimbursement', 'endorse hr reimbursement', 'reject hr reimbursement']
export const FINANCE = [
  'get hr reimbursement',
  'see all hr employee',
  ...['approve', 'reject', 'cancel', 'pay', 'export'].map((verb) => `${verb} hr reimbursement`),
]

/** Employees, categories and claims for tests. */
export function createClaimsFixture(shop: Shop) {
  let count = 0
  const post = async (path: string, body: object = {}, status = 201): Promise<Made> => {
    const made = await shop.owner.post(`/api/admin/${path}`, body)
    expect(made.status, JSON.stringify(made.body)).toBe(status)
    return made.body
  }
  const fixture = {
    post,
    async enable(settings: object = {}) {
      await shop.owner.put('/api/admin/settings/employee', { enabled: true, work_weekdays: [1, 2, 3, 4, 5] })
      await fixture.set({ receipt_required_over: null, ...settings })
    },
    async set(settings: object) {
      const answer = await shop.owner.put('/api/admin/settings/claims', settings)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    },
    /** An employee with an account of these rights. */
    async hire(values: object = {}, rights: string[] = []): Promise<{ id: number; client: Client; accountId: number }> {
      const client = await shop.it.staff(rights)
      const accountId = (await shop.it.kernel.db.one<{ id: number }>(sql`select max(id) as id from account`))?.id ?? 0
      const input = { staff_no: `C-${++count}`, name: `Person ${count}`, join_date: '2020-01-01', account_id: accountId, ...values }
      return { id: (await post('hr_employee', input)).id, client, accountId }
    },
    category: (values: object = {}): Promise<Made> =>
      post('hr_expense_category', { code: `category_${++count}`, title: `Category ${count}`, mileage_rates: [], ...values }),
    /** A draft with expenses. */
    async draft(client: Client, expenses: readonly object[], title = 'Trip'): Promise<number> {
      const made = await client.post('/api/admin/my/reimbursement', { title })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      for (const expense of expenses) {
        const added = await fixture.add(client, made.body.id, expense)
        expect(added.status, JSON.stringify(added.body)).toBe(201)
      }
      return made.body.id
    },
    add: (client: Client, claimId: number, expense: object) =>
      client.post(`/api/admin/my/reimbursement/${claimId}/item`, { expense_date: daysAgo(1), currency: 'HKD', ...expense }),
    /** Adds an expense with a receipt. */
    addWithReceipt: (client: Client, claimId: number, expense: Record<string, string>, receipt: File) =>
      client.post(
        `/api/admin/my/reimbursement/${claimId}/item`,
        toFormData({ expense_date: daysAgo(1), currency: 'HKD', ...expense, receipt }),
      ),
    submit: (client: Client, id: number) => client.post(`/api/admin/my/reimbursement/${id}/submit`),
    read: async (client: Client, id: number) => (await client.get(`/api/admin/my/reimbursement/${id}`)).body,
    /** A submitted claim. */
    async submitted(client: Client, expenses: readonly object[]): Promise<number> {
      const id = await fixture.draft(client, expenses)
      const sent = await fixture.submit(client, id)
      expect(sent.status, JSON.stringify(sent.body)).toBe(200)
      return id
    },
    act: (client: Client, id: number, action: string, body: object = {}) =>
      client.post(`/api/admin/hr_reimbursement/${id}/${action}`, body),
    /** A claim that manager and finance have approved. */
    async approved(employee: Client, deciders: { manager: Client; finance: Client }, expenses: readonly object[]): Promise<number> {
      const id = await fixture.submitted(employee, expenses)
      for (const [client, action] of [
        [deciders.manager, 'endorse'],
        [deciders.finance, 'approve'],
      ] as const) {
        const done = await fixture.act(client, id, action)
        expect(done.status, JSON.stringify(done.body)).toBe(200)
      }
      return id
    },
  }
  return fixture
}
