import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite, toFormData } from 'stoa/testing'
import type { Answer, Client } from '../../support/app.ts'
import { addresses } from '../../support/staff-urls.ts'
import { createCompany, listRows, MEMBER_PAY, PLUGINS } from './company.ts'

const shop = suite(PLUGINS)
let company: Awaited<ReturnType<typeof createCompany>>
/** Ids of the rows of the employee in the team, by resource. */
let ids: Map<string, number[]>
let format = 0
beforeAll(async () => {
  company = await createCompany(shop)
  ids = await listRows(shop, company.member.id)
  ids.set('hr_payroll', [company.payrollId])
  await shop.it.kernel.db.run(sql`update hr_employee set person_id = null where id = ${company.outsider.id}`)
  await shop.it.kernel.db.run(sql`update hr_employee set person_id = ${company.personId} where id = ${company.member.id}`)
  const columns = ['employee_name', 'net'].map((value) => ({ value, label: value, fixed_text: '' }))
  format = (await company.pay.post('hr_bank_format', { code: 'bank', title: 'Bank', columns })).id
}, 120_000)

const idOf = (resource: string): number => ids.get(resource)?.[0] ?? 0

interface Entry {
  actor_id: number
  resource: string
  row_id: number | null
  verb: string
  changes: { field: string; new: unknown }[]
}

/** The entry that a read has to leave. */
interface Expected {
  resource: string
  row: () => number | null
  verb: string
}

/** Entries of the audit log that a call adds, with its response. */
async function readEntries(call: () => Promise<Answer>): Promise<{ answer: Answer; entries: Entry[] }> {
  const last = await shop.it.kernel.db.one<{ id: number }>(sql`select coalesce(max(id), 0)::bigint as id from audit_log`)
  const answer = await call()
  const entries = await shop.it.kernel.db.rows<Entry>(
    sql`select actor_id, resource, row_id, verb, changes from audit_log where id > ${last?.id ?? 0} order by id`,
  )
  return { answer, entries }
}

/** A member of staff with these permissions. */
async function hire(rights: readonly string[]): Promise<{ client: Client; accountId: number }> {
  const client = await shop.it.staff([...rights, 'see all hr employee'])
  const account = await shop.it.kernel.db.one<{ id: number }>(sql`select max(id) as id from account`)
  return { client, accountId: account?.id ?? 0 }
}

describe('who reads the pay of somebody else is in the audit log', () => {
  const row = (resource: string): Expected => ({ resource, row: () => idOf(resource), verb: 'get' })
  const whole = (resource: string): Expected => ({ resource, row: () => null, verb: 'export' })
  const payroll: Expected = { resource: 'hr_payroll', row: () => company.payrollId, verb: 'get' }
  test.each<[string, string[], () => string, Expected]>([
    ['a salary', ['get admin salary'], () => `admin_salary/${idOf('admin_salary')}`, row('admin_salary')],
    ['salaries as a file', ['get admin salary', 'export admin salary'], () => 'admin_salary/export?format=csv', whole('admin_salary')],
    ['an additional payment', ['get hr pay item'], () => `hr_pay_item/${idOf('hr_pay_item')}`, row('hr_pay_item')],
    [
      'additional payments as a file',
      ['get hr pay item', 'export hr pay item'],
      () => 'hr_pay_item/export?format=csv',
      whole('hr_pay_item'),
    ],
    ['pay before this system', ['get hr pay opening'], () => `hr_pay_opening/${idOf('hr_pay_opening')}`, row('hr_pay_opening')],
    [
      'pay before this system as a file',
      ['get hr pay opening', 'export hr pay opening'],
      () => 'hr_pay_opening/export?format=csv',
      whole('hr_pay_opening'),
    ],
    ['a payslip row', ['get hr payslip'], () => `hr_payslip/${idOf('hr_payslip')}`, row('hr_payslip')],
    ['payslips as a file', ['get hr payslip', 'export hr payslip'], () => 'hr_payslip/export?format=csv', whole('hr_payslip')],
    ['a payslip', ['get hr payslip'], () => `hr_payslip/${idOf('hr_payslip')}/view`, row('hr_payslip')],
    ['a printed payslip', ['get hr payslip'], () => `hr_payslip/${idOf('hr_payslip')}/pdf`, row('hr_payslip')],
    ['a payroll under review', ['get hr payroll', 'get hr payslip'], () => `hr_payroll/${company.payrollId}/review`, payroll],
    [
      'a bank file',
      ['get hr payroll', 'export hr bank file', 'see hr bank detail'],
      () => `hr_payroll/${company.payrollId}/bank-file?format_id=${format}`,
      { ...payroll, verb: 'export' },
    ],
    ['totals of a year', ['export hr pay total'], () => 'hr_payroll/totals?year=2026', whole('hr_payroll')],
    ['contributions', ['export hr remittance'], () => 'hr_payroll/remittance?month=2026-10', whole('hr_payroll')],
    [
      'personal data',
      ['get person', 'export person', 'export personal data', 'get admin salary', 'get hr payslip', 'get hr employee'],
      () => `person/${company.personId}/personal-data`,
      { resource: 'person', row: () => company.personId, verb: 'export' },
    ],
  ])('%s', async (what, rights, path, expected) => {
    const known = rights.filter((right) => shop.it.kernel.registry.permissions.has(right))
    const reader = what === 'personal data' ? { client: shop.owner, accountId: undefined } : await hire(known)
    const { answer, entries } = await readEntries(() => reader.client.get(`/api/admin/${path()}`))
    expect([answer.status, answer.status === 200 ? '' : answer.raw.body]).toEqual([200, ''])
    const entry = entries.find(
      ({ resource, row_id, verb }) => resource === expected.resource && row_id === expected.row() && verb === expected.verb,
    )
    expect(entry, JSON.stringify(entries)).toBeDefined()
    if (reader.accountId !== undefined) expect(entry?.actor_id).toBe(reader.accountId)
  })

  test('at every address that shows the amount', async () => {
    const all = addresses(shop.it.app, {
      ids: (path) => {
        const resource = path.split('/').findLast((part) => ids.has(part)) ?? ''
        return path.includes('/person/') ? [company.personId] : (ids.get(resource)?.slice(0, 2) ?? [1])
      },
      asking: [
        'q=Bonus',
        'fields=*&limit=100',
        `employee_id=${company.member.id}`,
        'format=csv',
        'month=2026-10',
        'year=2026',
        `format_id=${format}`,
      ],
    })
    const showing: string[] = []
    const silent: string[] = []
    for (const address of all) {
      // Who may read the audit log sees there what was changed.
      if (/logout|\/audit_log/.test(address)) continue
      const { answer, entries } = await readEntries(() => shop.owner.get(address))
      if (!MEMBER_PAY.test(answer.raw.body)) continue
      showing.push(address)
      if (!entries.some(({ verb }) => verb === 'get' || verb === 'export')) silent.push(address)
    }
    expect(showing.length).toBeGreaterThan(10)
    expect(silent).toEqual([])
  }, 200_000)

  test('when a change without values returns the row', async () => {
    for (const [resource, right] of [
      ['admin_salary', 'update admin salary'],
      ['hr_pay_item', 'update hr pay item'],
      ['hr_pay_opening', 'update hr pay opening'],
    ] as const) {
      const { client, accountId } = await hire([right])
      const id = ids.get(resource)?.at(-1) ?? 0
      const stored = await shop.owner.get(`/api/admin/${resource}/${id}`)
      const { answer, entries } = await readEntries(() => client.put(`/api/admin/${resource}/${id}`, { version: stored.body.version }))
      if (!MEMBER_PAY.test(answer.raw.body)) continue
      expect(
        entries.map(({ actor_id, row_id }) => [actor_id, row_id]),
        resource,
      ).toContainEqual([accountId, id])
    }
  })

  test('when an import compares a file with stored rows', async () => {
    const { client, accountId } = await hire(['import admin salary', 'update admin salary', 'create admin salary'])
    const exported = (await shop.owner.get('/api/admin/admin_salary/export?format=csv')).body as string
    const changed = exported.replaceAll('78456.00', '1.00').replaceAll('78456', '1')
    const form = () => toFormData({ file: new File([changed], 'salaries.csv', { type: 'text/csv' }) })
    const silent: string[] = []
    const look = async (what: string, call: () => Promise<Answer>) => {
      const { answer, entries } = await readEntries(call)
      if (MEMBER_PAY.test(answer.raw.body) && !entries.some(({ actor_id }) => actor_id === accountId)) silent.push(what)
      return answer
    }
    for (const step of ['columns', 'preview', 'plan']) await look(step, () => client.post(`/api/admin/admin_salary/import/${step}`, form()))
    const { body } = await look('import', () => client.post('/api/admin/admin_salary/import', form()))
    await shop.it.jobs()
    const transfer = body?.id ?? body?.transfer_id
    for (const path of ['', '/failed', '/file'])
      for (const at of [`transfer/${transfer}`, `admin_salary/import/${transfer}`])
        await look(`${at}${path}`, () => client.get(`/api/admin/${at}${path}`))
    expect(silent).toEqual([])
  })
})

test('a list and its labels show no amount', async () => {
  for (const resource of ['admin_salary', 'hr_payslip', 'hr_pay_item', 'hr_pay_opening'])
    for (const query of ['fields=*', 'sort=base_amount', 'sort=net', 'sort=amount', 'columns=base_amount,net,amount,gross', 'q=78456'])
      expect((await shop.owner.get(`/api/admin/${resource}?${query}&limit=100`)).raw.body, `${resource} ${query}`).not.toMatch(MEMBER_PAY)
  for (const resource of ['admin_salary', 'hr_payslip'])
    expect((await shop.owner.get(`/api/admin/${resource}/options`)).raw.body).not.toMatch(MEMBER_PAY)
})
