import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite, toFormData } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'

const shop = suite(['hr', 'sheets', 'people'])
const at = '/api/admin/hr_employee'
let count = 0

async function hire(values: Record<string, unknown> = {}): Promise<{ id: number; version: number }> {
  const made = await shop.owner.post(at, { staff_no: `S-${++count}`, name: `Employee ${count}`, join_date: '2026-01-01', ...values })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body
}
const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name).toSorted()

/** Staff with these permissions and the id of their account. */
async function staff(rights: string[]): Promise<{ client: Client; accountId: number }> {
  const client = await shop.it.staff(rights)
  const row = await shop.it.kernel.db.one<{ id: number }>(sql`select max(id) as id from account`)
  return { client, accountId: row?.id ?? 0 }
}

describe('the manager tree', () => {
  test('refuses a cycle of any length, and an employee as their own manager', async () => {
    const boss = await hire()
    const middle = await hire({ manager_id: boss.id })
    const last = await hire({ manager_id: middle.id })
    for (const manager_id of [boss.id, middle.id, last.id]) {
      const refused = await shop.owner.put(`${at}/${boss.id}`, { manager_id, version: boss.version })
      expect(refused.status).toBe(422)
      expect(refused.body.messages).toHaveProperty('manager_id')
    }
  })

  test('refuses one of two concurrent changes that would close a cycle together', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await hire(), await hire()]
      const results = await Promise.all([
        shop.owner.put(`${at}/${a.id}`, { manager_id: b.id, version: a.version }),
        shop.owner.put(`${at}/${b.id}`, { manager_id: a.id, version: b.version }),
      ])
      expect(results.map(({ status }) => status).toSorted()).toEqual([200, 422])
    }
  })

  test('refuses one of two concurrent moves of departments that would close a cycle together', async () => {
    const make = async (code: string) =>
      (await shop.owner.post('/api/admin/hr_department', { code, title: code })).body as { id: number; version: number }
    const [a, b] = [await make('left'), await make('right')]
    const results = await Promise.all([
      shop.owner.put(`/api/admin/hr_department/${a.id}`, { parent_id: b.id, version: a.version }),
      shop.owner.put(`/api/admin/hr_department/${b.id}`, { parent_id: a.id, version: b.version }),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })
})

test('a staff number and an account belong to one employee, also when two are created at once', async () => {
  const { accountId: account } = await staff(['get hr employee'])
  const post = (more: object) => shop.owner.post(at, { name: 'Twin', join_date: '2026-01-01', ...more })
  const numbers = await Promise.all([post({ staff_no: 'TWIN' }), post({ staff_no: 'TWIN' })])
  expect(numbers.map(({ status }) => status).toSorted()).toEqual([201, 422])
  const accounts = await Promise.all([post({ staff_no: 'T-1', account_id: account }), post({ staff_no: 'T-2', account_id: account })])
  expect(accounts.map(({ status }) => status).toSorted()).toEqual([201, 422])
  expect(accounts.find(({ status }) => status === 422)?.body.messages).toHaveProperty('account_id')
})

test('dates before the join date and unknown time zones are refused by field', async () => {
  const wrong = { last_day: '2025-12-31', probation_end: '2025-12-31', birth_date: '2026-01-01', time_zone: 'Asia/Nowhere' }
  const refused = await shop.owner.post(at, { staff_no: 'W', name: 'Wrong', join_date: '2026-01-01', ...wrong })
  expect(Object.keys(refused.body.messages).toSorted()).toEqual(Object.keys(wrong).toSorted())
  const employee = await hire()
  const later = await shop.owner.put(`${at}/${employee.id}`, { last_day: '2025-12-31', version: employee.version })
  expect(later.body.messages).toHaveProperty('last_day')
})

describe('a person without the permission to see all employees', () => {
  let lead: Client
  let stranger: Client
  let report: { id: number }
  let other: { id: number }
  beforeAll(async () => {
    const rights = ['get hr employee', 'update hr employee', 'create hr employee', 'export hr employee']
    stranger = await shop.it.staff(rights)
    const { client, accountId } = await staff(rights)
    lead = client
    const boss = await hire({ name: 'Team Lead', account_id: accountId })
    report = await hire({ name: 'Team Report', manager_id: boss.id })
    await hire({ name: 'Team Below', manager_id: report.id })
    other = await hire({ name: 'Team Other' })
  })

  test('sees in the list and the search only the employees below them', async () => {
    expect(names((await lead.get(`${at}?limit=100`)).body)).toEqual(['Team Below', 'Team Report'])
    expect(names((await lead.get(`${at}?q=Team`)).body)).toEqual(['Team Below', 'Team Report'])
    expect((await stranger.get(at)).body.data).toEqual([])
  })

  test('reads and changes by id only the employees below them', async () => {
    expect((await lead.get(`${at}/${report.id}`)).status).toBe(200)
    for (const client of [lead, stranger]) {
      expect((await client.get(`${at}/${other.id}`)).status).toBe(404)
      expect((await client.put(`${at}/${other.id}`, { name: 'Mine', version: 1 })).status).toBe(404)
    }
  })

  test('exports only the employees below them', async () => {
    const { body } = await lead.get(`${at}/export?format=csv`)
    expect(body).toContain('Team Below')
    expect(body).not.toContain('Team Other')
    expect((await stranger.get(`${at}/export?format=csv`)).body).not.toContain('Team')
  })

  test('adds an employee only below a member of their team', async () => {
    const input = { staff_no: 'LEAD-1', name: 'Placed', join_date: '2026-01-01' }
    expect((await lead.post(at, input)).body.messages).toHaveProperty('manager_id')
    expect((await lead.post(at, { ...input, manager_id: other.id })).body.messages).toHaveProperty('manager_id')
    expect((await lead.post(at, { ...input, manager_id: report.id })).status).toBe(201)
  })

  test('sees nothing without the permission to view employees', async () => {
    expect((await (await shop.it.staff(['get hr holiday'])).get(at)).status).toBe(403)
  })
})

describe('bank details and identity numbers', () => {
  const secrets = { bank_name: 'Hang Lung Bank', bank_account: '024-555-777001', identity_number: 'Z683365(5)' }
  const fields = Object.keys(secrets)
  let employee: { id: number; version: number }
  let viewer: Client
  let paymaster: Client
  beforeAll(async () => {
    employee = await hire({ staff_no: 'BANK-1', name: 'Bank Holder', ...secrets })
    const rights = [
      'get hr employee',
      'see all hr employee',
      'update hr employee',
      'export hr employee',
      'import hr employee',
      'get audit log',
    ]
    viewer = await shop.it.staff([...rights, 'clone hr employee'].filter((right) => shop.it.kernel.registry.permissions.has(right)))
    paymaster = await shop.it.staff([...rights, 'see hr bank detail'])
  })

  test('are read by staff with their permission, and do not exist for others', async () => {
    expect((await paymaster.get(`${at}/${employee.id}`)).body).toMatchObject(secrets)
    const { body } = await viewer.get(`${at}/${employee.id}`)
    for (const field of fields) expect(body).not.toHaveProperty(field)
    const list = await viewer.get(`${at}?limit=100&columns=${fields.join(',')}`)
    expect(JSON.stringify(list.body)).not.toContain('024-555')
  })

  test('are encrypted in the database and masked in the audit log', async () => {
    const row = await shop.it.kernel.db.one<Record<string, string>>(
      sql`select bank_name, bank_account, identity_number from hr_employee where id = ${employee.id}`,
    )
    for (const field of fields) expect(row?.[field]).toMatch(/^sealed:1:/)
    const audit = await shop.it.kernel.db.rows(
      sql`select changes from audit_log where resource = 'hr_employee' and row_id = ${employee.id}`,
    )
    for (const value of Object.values(secrets)) expect(JSON.stringify(audit)).not.toContain(value)
  })

  test('are found by no search, filter or order', async () => {
    for (const client of [viewer, paymaster]) {
      expect((await client.get(`${at}?q=024-555-777001`)).body.data).toEqual([])
      for (const query of ['sort=bank_account', 'bank_account=024-555-777001', 'identity_number__empty=0']) {
        const { body } = await client.get(`${at}?${query}`)
        expect(JSON.stringify(body)).not.toContain('024-555')
      }
    }
  })

  test('are changed only with their permission, and an unchanged value is no change', async () => {
    const refused = await viewer.put(`${at}/${employee.id}`, { bank_account: '1', version: employee.version })
    expect(refused.status).toBe(422)
    const { body: before } = await paymaster.get(`${at}/${employee.id}`)
    const sealed = () => shop.it.kernel.db.one(sql`select bank_account from hr_employee where id = ${employee.id}`)
    const stored = await sealed()
    const same = await paymaster.put(`${at}/${employee.id}`, { ...secrets, position: 'Clerk', version: before.version })
    expect(same.body).toMatchObject({ ...secrets, position: 'Clerk' })
    expect(await sealed()).toEqual(stored)
  })

  test('are exported and imported only with their permission', async () => {
    const exported = await paymaster.get(`${at}/export?format=csv`)
    expect(exported.body).toContain('024-555-777001')
    const plain = (await viewer.get(`${at}/export?format=csv`)).body as string
    for (const word of [...fields, ...Object.values(secrets)]) expect(plain).not.toContain(word)

    const csv = 'staff_no,name,join_date,bank_account\nBANK-1,Bank Holder,2026-01-01,999\n'
    const upload = (client: Client) =>
      client.post('/api/admin/hr_employee/import', toFormData({ file: new File([csv], 'employees.csv', { type: 'text/csv' }) }))
    await upload(viewer)
    await shop.it.jobs()
    expect((await paymaster.get(`${at}/${employee.id}`)).body.bank_account).toBe('024-555-777001')
    await upload(paymaster)
    await shop.it.jobs()
    expect((await paymaster.get(`${at}/${employee.id}`)).body.bank_account).toBe('999')
    const ledger = await shop.it.kernel.db.rows(sql`select before, after from transfer_row where resource = 'hr_employee'`)
    expect(JSON.stringify(ledger)).not.toMatch(/024-555|"999"/)
  })

  test('are in the form only with their permission', async () => {
    const form = async (client: Client) => JSON.stringify((await client.get('/api/admin/manifest/hr_employee')).body)
    const [plain, full] = [await form(viewer), await form(paymaster)]
    expect(plain).not.toContain('bank_account')
    expect(full).toContain('bank_account')
  })
})

test('staff with the viewer preset read and change nothing; managers see everything', async () => {
  const viewer = await shop.it.staff('hr.viewer')
  expect((await viewer.get(at)).status).toBe(200)
  expect((await viewer.post(at, { staff_no: 'X', name: 'X', join_date: '2026-01-01' })).status).toBe(403)
  const manager = await shop.it.staff('hr.manager')
  expect((await manager.get(`${at}?q=Bank`)).body.data).toHaveLength(1)
})
