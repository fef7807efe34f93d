import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../core/db/sql.ts'
import { type Client, type TestApp, testApp } from '../support/app.ts'

/**
 * Privilege escalation with permissions over accounts and roles, by every write path: afterwards neither the actor nor any account the
 * actor can sign in to has additional permissions, and accounts and roles above the actor are unchanged.
 */
let it: TestApp
let owner: Client
let superRole: number
const PASSWORD = 'a long password'
beforeAll(async () => {
  it = await testApp(['staff', 'sheets', 'people', 'content'])
  owner = await it.staff('owner')
  superRole = (await owner.get('/api/admin')).body.role.id
})
afterAll(() => it.close())

const BOUNDARY = 'edge'
const multipart = (fields: Record<string, string>) =>
  `${Object.entries(fields)
    .map(([k, v]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${k}"\r\n\r\n${v}\r\n`)
    .join('')}--${BOUNDARY}--\r\n`
const csv = (rows: readonly Record<string, string>[]) =>
  [
    Object.keys(rows[0] ?? {}).join(','),
    ...rows.map((r) =>
      Object.values(r)
        .map((v) => `"${v}"`)
        .join(','),
    ),
  ].join('\n')

interface Actor {
  client: Client
  token: string
  id: number
  role: number
}
let n = 0
/** Creates an account with these permissions and a known password. */
async function hire(permissions: readonly string[], superuser = false): Promise<Actor & { email: string }> {
  const email = `hired${++n}@shop.test`
  const role = await it.kernel.db.one<{ id: number }>(sql`insert into role (name, superuser, permission_list)
    values (${`hired ${n}`}, ${superuser}, ${[...permissions]}) returning id`)
  const made = await owner.post('/api/admin/account', { name: `Hired ${n}`, email, password: PASSWORD, role_id: role?.id })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  const login = await it.guest.post('/api/admin/login', { email, password: PASSWORD })
  return { client: it.as(login.body.token), token: login.body.token, id: made.body.id, role: role?.id ?? 0, email }
}

type Fields = Record<string, string | number | boolean | readonly string[]>
const asTexts = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([k, v]): [string, string][] =>
      Array.isArray(v) ? v.map((x, i) => [`${k}[${i}]`, String(x)]) : [[k, v === true ? '1' : v === false ? '0' : String(v)]],
    ),
  )

const post = (actor: Actor, url: string, payload: string, type: string, method: 'POST' | 'PUT' = 'POST') =>
  it.app.http.inject({ method, url, payload, headers: { authorization: `Bearer ${actor.token}`, 'content-type': type } })

/** Uploads a sheet and imports all importable rows. */
async function importSheet(actor: Actor, resource: string, rows: readonly Record<string, string>[]): Promise<void> {
  const body = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${csv(rows)}\r\n--${BOUNDARY}--\r\n`
  await post(actor, `/api/admin/${resource}/import`, body, `multipart/form-data; boundary=${BOUNDARY}`)
}

/** Every way to create or change a row. */
const ways: Record<string, (actor: Actor, resource: 'account' | 'role', id: number | null, fields: Fields) => Promise<unknown>> = {
  json: (actor, resource, id, fields) =>
    id === null ? actor.client.post(`/api/admin/${resource}`, fields) : actor.client.put(`/api/admin/${resource}/${id}`, fields),
  'texts in json': (actor, resource, id, fields) => {
    const body = Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, Array.isArray(v) ? v : String(v)]))
    return id === null ? actor.client.post(`/api/admin/${resource}`, body) : actor.client.put(`/api/admin/${resource}/${id}`, body)
  },
  form: (actor, resource, id, fields) =>
    id === null
      ? post(actor, `/api/admin/${resource}`, multipart(asTexts(fields)), `multipart/form-data; boundary=${BOUNDARY}`)
      : post(actor, `/api/admin/${resource}/${id}`, multipart(asTexts(fields)), `multipart/form-data; boundary=${BOUNDARY}`, 'PUT'),
  'form by post': (actor, resource, id, fields) =>
    post(
      actor,
      `/api/admin/${resource}/${id}`,
      multipart({ ...asTexts(fields), _method: 'PUT' }),
      `multipart/form-data; boundary=${BOUNDARY}`,
    ),
  sheet: async (actor, resource, id, fields) => {
    const key = resource === 'account' ? 'email' : 'name'
    const named =
      id === null
        ? {}
        : await it.kernel.db.one<Record<string, string>>(
            resource === 'account' ? sql`select email, name from account where id = ${id}` : sql`select name from role where id = ${id}`,
          )
    const role =
      fields.role_id === undefined
        ? undefined
        : await it.kernel.db.one<{ name: string }>(sql`select name from role where id = ${fields.role_id}`)
    const { role_id: _, permission_list, ...rest } = fields
    await importSheet(actor, resource, [
      {
        ...named,
        ...asTexts(rest),
        ...(role ? { role: role.name } : {}),
        ...(Array.isArray(permission_list) ? { permission_list: permission_list.join(';') } : {}),
        [key]: String(fields[key] ?? named?.[key] ?? ''),
      },
    ])
  },
  batch: async (actor, resource, id, fields) => {
    for (const [key, value] of Object.entries(fields))
      for (const form of [value, asTexts({ [key]: value })[key]])
        await actor.client.put(`/api/admin/${resource}/batch`, { ids: [id], key, value: form })
  },
}

/** The current permissions of the actor and of all accounts that the actor can sign in to. */
async function reach(actor: Actor, knownEmails: readonly string[]): Promise<Set<string>> {
  const emails = await it.kernel.db.rows<{ email: string }>(sql`select email from account where enabled`)
  const tokens = [actor.token]
  await it.kernel.db.run(sql`delete from rate_limit`)
  for (const { email } of emails)
    if (!knownEmails.includes(email) && email.includes('gained')) {
      const login = await it.guest.post('/api/admin/login', { email, password: 'known to them' })
      if (login.status === 200) tokens.push(login.body.token)
    }
  const permissions = new Set<string>()
  for (const token of tokens) {
    const me = await it.as(token).get('/api/admin')
    for (const p of (me.body.role?.permission_list ?? []) as string[]) permissions.add(p)
  }
  return permissions
}

const verbs = ['get', 'create', 'update', 'import', 'export', 'batch update', 'batch destroy', 'destroy', 'clone']
const over = (...resources: string[]) => resources.flatMap((r) => verbs.map((v) => (v.startsWith('batch') ? `${v} ${r}` : `${v} ${r}`)))
const actors: Record<string, string[]> = {
  'all over accounts': [...over('account'), 'send_reset account', 'end_sessions account'],
  'all over roles': [...over('role')],
  'all over accounts and roles': [...over('account', 'role'), 'send_reset account'],
  'all over accounts, roles, settings and mails': [
    ...over('account', 'role', 'setting', 'configuration', 'mail', 'sms message'),
    'send_reset account',
  ],
  'import of accounts alone': ['import account'],
  'batches of accounts alone': ['get account', 'batch update account'],
}

describe.each(Object.entries(actors))('staff with permissions for %s', (_, permissions) => {
  describe.each(Object.keys(ways))('by %s', (way) => {
    let employee: Awaited<ReturnType<typeof hire>>
    let above: Awaited<ReturnType<typeof hire>>
    let boss: Awaited<ReturnType<typeof hire>>
    let before: { account: unknown; role: unknown }
    const write = (resource: 'account' | 'role', id: number | null, fields: Fields) => ways[way]?.(employee, resource, id, fields)
    /** The stored rows of the accounts and roles above the actor, and of the actor. */
    const stored = async () => ({
      account: await it.kernel.db.rows(
        sql`select id, email, role_id, enabled, password_hash from account where id in (${above.id}, ${boss.id}, ${employee.id}) order by id`,
      ),
      role: await it.kernel.db.rows(
        sql`select id, superuser, permission_list from role where id in (${above.role}, ${boss.role}, ${superRole}, ${employee.role}) order by id`,
      ),
    })
    beforeAll(async () => {
      employee = await hire(permissions)
      above = await hire(['get page', 'update page', 'destroy page'])
      boss = await hire([], true)
      before = await stored()
    })

    test('nobody gains a permission they lack, and nobody with more permissions is changed', async () => {
      for (const target of [above, boss]) {
        await write('account', target.id, { password: 'known to them' })
        await write('account', target.id, { email: `gained${++n}@shop.test` })
        await write('account', target.id, { name: 'Renamed', enabled: false })
        await write('account', target.id, { enabled: false })
        await write('account', target.id, { role_id: employee.role })
        await write('role', target.role, { permission_list: [] })
        await write('role', target.role, { superuser: false, permission_list: permissions })
        await write('role', target.role, { superuser: true })
        await employee.client.delete(`/api/admin/account/${target.id}`)
        await employee.client.delete('/api/admin/account/batch', { ids: [target.id] })
        await employee.client.get(`/api/admin/account/${target.id}/clone`)
        await employee.client.post(`/api/admin/account/${target.id}/clone`)
        await employee.client.delete(`/api/admin/role/${target.role}`)
        await write('account', null, { name: 'New', email: `gained${++n}@shop.test`, role_id: target.role, password: 'known to them' })
        await write('account', employee.id, { role_id: target.role })
      }
      await write('account', employee.id, { role_id: superRole })
      await write('account', employee.id, { enabled: false })
      await employee.client.delete(`/api/admin/account/${employee.id}`)
      await employee.client.delete('/api/admin/account/batch', { ids: [employee.id] })
      for (const more of [
        { superuser: true },
        { permission_list: [...permissions, 'update page'] },
        { permission_list: ['update pages', 'page:get'] },
      ]) {
        await write('role', employee.role, more)
        await write('role', null, { name: `gained ${++n}`, ...more })
        await write('role', employee.role, { name: `hired again ${++n}`, ...more })
      }
      // The actor can create roles: also try to create accounts with these roles.
      for (const { id } of await it.kernel.db.rows<{ id: number }>(sql`select id from role where name like 'gained%'`))
        await write('account', null, { name: 'New', email: `gained${++n}@shop.test`, role_id: id, password: 'known to them' })
      expect(await stored()).toEqual(before)
      const gained = [...(await reach(employee, []))].filter((p) => !permissions.includes(p))
      expect(gained).toEqual([])
    }, 60_000)
  })
})

describe('the last account with all permissions', () => {
  let alone: TestApp
  let last: Client
  let me: { id: number; role: { id: number } }
  beforeAll(async () => {
    alone = await testApp(['staff'])
    last = await alone.staff('owner')
    me = (await last.get('/api/admin')).body
    // An account with permission to change roles remains; that is not sufficient.
    await alone.staff(['get role', 'update role', 'get account', 'update account', 'destroy account'])
  })
  afterAll(() => alone.close())

  test.each([
    ['switched off', () => alone.kernel.resources.update(alone.ctx, 'account', me.id, { enabled: false })],
    ['switched off by a form', () => alone.kernel.resources.update(alone.ctx, 'account', me.id, { enabled: '0' }, { typed: true })],
    ['deleted', () => alone.kernel.resources.remove(alone.ctx, 'account', me.id)],
    ['given another role', () => alone.kernel.resources.update(alone.ctx, 'account', me.id, { role_id: me.role.id + 1 })],
    ['demoted with the role', () => alone.kernel.resources.update(alone.ctx, 'role', me.role.id, { superuser: false })],
  ])('cannot be %s, not even from the command line', async (_, attempt) => {
    await expect(attempt()).rejects.toMatchObject({ kind: { code: 'INVALID' } })
    expect((await last.get('/api/admin')).body.role.permission_list).toContain('create role')
  })

  test('is kept when two owners disable each other at once', async () => {
    const second = await alone.staff('owner')
    const other = (await second.get('/api/admin')).body
    const [a, b] = await Promise.all([
      last.put(`/api/admin/account/${other.id}`, { enabled: false }),
      second.put(`/api/admin/account/${me.id}`, { enabled: false }),
    ])
    expect([a.status, b.status].sort()).not.toEqual([200, 200])
    const left = await alone.kernel.db.rows(sql`select 1 from account a join role r on r.id = a.role_id where r.superuser and a.enabled`)
    expect(left).toHaveLength(1)
  })
})

test('an owner may change every account, and other staff manage accounts with no more permissions than theirs', async () => {
  const clerk = await hire(['get page', ...over('account', 'role')])
  const lesser = await hire(['get page'])
  expect((await clerk.client.put(`/api/admin/account/${lesser.id}`, { name: 'Renamed' })).status).toBe(200)
  expect((await clerk.client.put(`/api/admin/account/${lesser.id}`, { enabled: false })).status).toBe(200)
  expect((await clerk.client.put(`/api/admin/role/${lesser.role}`, { permission_list: [] })).status).toBe(200)
  expect((await clerk.client.put(`/api/admin/role/${lesser.role}`, { permission_list: ['get page'] })).status).toBe(200)
  expect((await clerk.client.delete(`/api/admin/account/${lesser.id}`)).status).toBe(200)
  expect((await clerk.client.delete(`/api/admin/role/${lesser.role}`)).status).toBe(200)
  expect((await owner.put(`/api/admin/account/${clerk.id}`, { enabled: false })).status).toBe(200)
})

test.each(['send_reset', 'end_sessions'])('%s is refused for accounts with more permissions', async (action) => {
  const clerk = await hire([
    'get account',
    `${action} account`,
    `${action.replace('_', ' ')} account`,
    'update account',
    ...over('account'),
  ])
  const boss = await hire([], true)
  const answer = await clerk.client.post(`/api/admin/account/${boss.id}/${action}`, {})
  expect(answer.status, JSON.stringify(answer.body)).toBe(422)
  expect(await it.kernel.db.rows(sql`select 1 from password_reset where subject_id = ${boss.id} and kind = 'admin'`)).toHaveLength(0)
  expect((await boss.client.get('/api/admin')).status).toBe(200)
})

test('a password reset link is invalidated when the password changes in another way', async () => {
  const may = await hire(['get page'])
  await it.guest.post('/api/admin/password/email', { email: may.email })
  await it.jobs()
  const links = () =>
    it.kernel.db.rows(sql`select 1 from password_reset where subject_id = ${may.id} and kind = 'admin' and used_at is null`)
  expect(await links()).toHaveLength(1)
  expect((await may.client.put('/api/admin', { password: 'another password', current_password: PASSWORD })).status).toBe(200)
  expect(await links()).toHaveLength(0)
})
