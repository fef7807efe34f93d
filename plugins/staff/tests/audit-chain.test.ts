import { beforeEach, expect, test } from 'vitest'
import { sql, type Sql } from 'stoa'
import { suite } from 'stoa/testing'
import { linkAudit } from '../services/audit-chain.ts'
import { auditFaults } from '../services/audit-proof.ts'
import { hired, PASSWORD } from './staff-fixture.ts'

const shop = suite(['staff', 'people', 'sheets'])
const run = (query: Sql) => shop.it.kernel.db.run(query)
const faults = () => auditFaults(shop.it.kernel)
const link = () => linkAudit(shop.it.kernel)
const write = (n: number) =>
  run(sql`insert into audit_log (actor_kind, actor_name, verb, resource, row_id, changes)
    select 'system', 'test', 'update', 'brand', i, '[{"field": "title", "old": "a", "new": "b"}]' from generate_series(1, ${n}) i`)

beforeEach(async () => {
  await shop.it.kernel.db.pool.query(`truncate audit_log, audit_link restart identity;
    update audit_head set link = 0, hash = '', signature = '', settled_id = 0, settling_id = 0, settled_at = now()`)
})

test('log entries are chained once each in chronological order, and verify', async () => {
  expect(await faults()).toEqual([])
  await write(5)
  await shop.it.clock('staff/link-audit')
  await write(3)
  await shop.it.clock('staff/link-audit')
  const links = await shop.it.kernel.db.rows<{ link: number; audit_id: number }>(sql`select link, audit_id from audit_link order by link`)
  expect(links).toEqual(Array.from({ length: 8 }, (_, i) => ({ link: i + 1, audit_id: i + 1 })))
  expect(await faults()).toEqual([])
})

test('more entries than one batch, linked by several processes at once, form one chain', async () => {
  await write(4_500)
  await Promise.all([link(), link(), link()])
  expect(await shop.it.kernel.db.one(sql`select count(*) as n, max(link) as last from audit_link`)).toEqual({ n: 4_500, last: 4_500 })
  expect(await faults()).toEqual([])
})

test.each<[string, Sql, string]>([
  [
    'what changed is written anew',
    sql`update audit_log set changes = '[{"field": "title", "old": "a", "new": "c"}]' where id = 4`,
    'line 4 was changed',
  ],
  ['somebody else is named', sql`update audit_log set actor_name = 'nobody' where id = 4`, 'line 4 was changed'],
  ['the time is set back', sql`update audit_log set created_at = created_at - interval '1 day' where id = 4`, 'line 4 was changed'],
  ['a line is taken out', sql`delete from audit_log where id = 4`, 'line 4 was taken out'],
  ['a line is emptied', sql`update audit_log set changes = '[]' where id = 4`, 'line 4 was emptied, and nobody was erased for it'],
  [
    'a line goes with its link',
    sql`with gone as (delete from audit_log where id = 4) delete from audit_link where audit_id = 4`,
    'links 4 to 4 were taken out',
  ],
  [
    'the last ones go with their links',
    sql`with gone as (delete from audit_log where id > 4) delete from audit_link where audit_id > 4`,
    'the chain ends at 4 and should end at 6',
  ],
  [
    'the end is set back too',
    sql`with gone as (delete from audit_log where id > 4), links as (delete from audit_link where audit_id > 4)
    update audit_head set link = 4, hash = (select hash from audit_link where link = 4)`,
    'the end of the chain is not signed with a key of this shop',
  ],
])('verification detects when %s', async (_description, tamper, fault) => {
  await write(6)
  await link()
  expect(await faults()).toEqual([])
  await run(tamper)
  expect(await faults()).toContain(fault)
})

test('verification detects an entry inserted before the settled point', async () => {
  await write(6)
  await run(sql`delete from audit_log where id = 3`)
  await link()
  for (let day = 0; day < 2; day++) {
    await run(sql`update audit_head set settled_at = now() - interval '25 hours'`)
    await link()
  }
  expect(await faults()).toEqual([])
  await run(
    sql`insert into audit_log (id, actor_kind, actor_name, verb, resource) overriding system value values (3, 'admin', 'x', 'login', 'account')`,
  )
  await link()
  expect(await faults()).toEqual(['line 3 was put in later'])
})

test('an entry committed after others with higher ids is still linked', async () => {
  await write(2)
  await run(sql`delete from audit_log where id = 1`)
  await link()
  await run(
    sql`insert into audit_log (id, actor_kind, actor_name, verb, resource) overriding system value values (1, 'admin', 'x', 'login', 'account')`,
  )
  await link()
  const order = await shop.it.kernel.db.rows<{ audit_id: number }>(sql`select audit_id from audit_link order by link`)
  expect(order.map(({ audit_id }) => audit_id)).toEqual([2, 1])
  expect(await faults()).toEqual([])
})

test('erasing a person empties the entries about them, and the chain still verifies', async () => {
  const owner = await shop.it.staff('owner')
  const made = { email: 'may@home.test', password: PASSWORD, first_name: 'May', last_name: 'Chan' }
  const { body } = await owner.post('/api/admin/customer', made)
  await owner.put(`/api/admin/customer/${body.id}`, { first_name: 'Mei', version: body.version })
  await link()
  const person = await shop.it.kernel.db.one<{ id: number }>(sql`select person_id as id from customer where id = ${body.id}`)
  expect((await owner.post(`/api/admin/person/${person?.id}/erase`, { confirmation: String(person?.id) })).status).toBe(200)
  expect(await shop.it.kernel.db.rows(sql`select 1 from audit_log where changes::text like '%Chan%'`)).toEqual([])
  await link()
  expect(await faults()).toEqual([])
})

test('sign-ins, sign-outs, refusals and password changes are logged, and repeated refusals once an hour', async () => {
  const { email, id, login } = await hired(shop.it, 'ann', { permission_list: ['get configuration'] })
  const ann = shop.it.as((await login()).body.token)
  for (let i = 0; i < 3; i++) expect((await ann.get('/api/admin/role')).status).toBe(403)
  await ann.get('/api/admin/account')
  await ann.put('/api/admin', { password: 'another long one', current_password: PASSWORD })
  await ann.post('/api/admin/logout')
  const verbs = async (resource: string, row: number) =>
    (
      await shop.it.kernel.db.rows<{ verb: string; who: string }>(
        sql`select verb, actor_kind as who from audit_log where resource = ${resource} and row_id = ${row} order by id`,
      )
    ).map(({ verb, who }) => `${who} ${verb}`)
  expect((await verbs('account', id)).slice(1)).toEqual([
    'admin login',
    'admin refused',
    'admin refused',
    'admin change password',
    'admin logout',
  ])
  expect(email).toBe('ann@shop.test')
  const made = { email: 'cho@home.test', password: PASSWORD, first_name: 'Cho', last_name: 'Lam' }
  const customer = (await (await shop.it.staff('owner')).post('/api/admin/customer', made)).body.id
  await shop.it.guest.post('/api/login', { email: made.email, password: 'not this one' })
  const { token } = (await shop.it.guest.post('/api/login', { email: made.email, password: PASSWORD })).body
  await shop.it.as(token).post('/api/logout')
  expect((await verbs('customer', customer)).slice(1)).toEqual(['guest failed login', 'customer login', 'customer logout'])
})
