import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { id, sql } from 'stoa'
import type { Resource } from '../../core/resource/compile.ts'
import { type Client, type TestApp, testApp } from '../support/app.ts'
import { UPLOAD } from '../support/arbitrary.ts'
import { type OperationCall, call, toCallArbitrary, type Operation, listOperations } from '../support/api-operations.ts'
import { addFiles } from '../support/files.ts'
import { collectRows } from '../support/row-values.ts'
import { addresses } from '../support/staff-urls.ts'
import { yearDatabase } from '../support/year-database.ts'

/**
 * Staff with all permissions except those to see rows of others: no URL may return such a row, and no call may change it. The test
 * covers every resource with a scope, in a shop with a year of data, so a new resource is covered automatically.
 */
let it: TestApp
let owner: Client
/** Creates staff with the remaining permissions and signs them in. */
let lesser: () => Promise<Client>
/** Rows of others, by resource, which the staff must not see. */
const hidden = new Map<string, number[]>()
/** Some rows of resources without a scope, to be requested as well. */
const open = new Map<string, number[]>()

/** A word that occurs in every text of the hidden rows, and nowhere else. */
const SECRET = 'Quillwort'
/** Scoped resources that are public anyway: the stores where customers can shop. */
const PUBLIC = new Set(['store'])

beforeAll(async () => {
  it = await testApp(undefined, { url: await yearDatabase() })
  await addFiles(it.kernel.db, [UPLOAD])
  const resources = [...it.kernel.registry.resources.values()]
  const all = new Set(resources.flatMap(({ def }) => def.scope?.all ?? []))
  const rights = [...it.kernel.registry.permissions.keys()].filter((right) => !all.has(right))
  lesser = () => it.staff(rights)
  owner = await it.staff('owner')
  const me = await lesser()
  for (const r of resources) {
    const rows = await it.kernel.db.rows<{ id: number }>(sql`select id from ${id(r.table)} order by id desc limit 100`)
    const scoped = r.def.scope?.all !== undefined && r.verbs.includes('get') && !PUBLIC.has(r.name)
    const visibleIds = new Set(
      scoped ? ((await me.get(`/api/admin/${r.name}?limit=100`)).body.data as { id: number }[]).map((row) => row.id) : [],
    )
    const ids = rows.map((row) => row.id).filter((id) => !visibleIds.has(id))
    if (!scoped) open.set(r.name, ids.slice(0, 2))
    else if (ids.length > 0) hidden.set(r.name, ids)
  }
  for (const [name, ids] of hidden) await mark(it.kernel.registry.resource(name), ids)
}, 240_000)
afterAll(() => it.close())

/** Writes the word into all texts of some rows, and into their audit log entries. */
async function mark(r: Resource, ids: readonly number[]): Promise<void> {
  await it.kernel.transaction(async (tx) => {
    // Triggers make some tables append-only.
    await tx.run(sql`alter table ${id(r.table)} disable trigger user`)
    for (const { name, column, meta } of r.fields) {
      if (!column || !['text', 'area', 'rich'].includes(meta.kind)) continue
      const word = sql`${`${SECRET} `}::text || t.id`
      const value = meta.localized ? sql`(select jsonb_object_agg(key, ${word}) from jsonb_each(t.${id(name)}))` : word
      await tx.run(sql`update ${id(r.table)} t set ${id(column)} = ${value} where id = any(${[...ids]}::bigint[])`)
    }
    await tx.run(sql`alter table ${id(r.table)} enable trigger user`)
    await tx.run(sql`update audit_log set changes = jsonb_build_array(jsonb_build_object('field', ${SECRET}::text))
      where resource = ${r.name} and row_id = any(${[...ids]}::bigint[])`)
  })
}

test('rows of other staff exist and are visible to an owner, so that a leak can be detected', async () => {
  expect([...hidden.keys()]).toEqual(expect.arrayContaining(['lead', 'pos_ticket', 'pos_session']))
  for (const name of ['lead', 'pos_ticket']) expect(JSON.stringify((await owner.get(`/api/admin/${name}`)).body)).toContain(SECRET)
})

test('staff limited to their own rows see nothing of other rows at any URL', async () => {
  const me = await lesser()
  const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10)
  const ids = (path: string) => {
    const resource = path.split('/').findLast((part) => hidden.has(part) || open.has(part)) ?? ''
    return hidden.get(resource)?.slice(0, 2) ?? open.get(resource) ?? [1]
  }
  const all = addresses(it.app, { ids, asking: [`q=${SECRET}`, 'fields=*&limit=100', 'format=csv', `from=${day(-20)}&to=${day(20)}`] })
  expect(all.length).toBeGreaterThan(1_000)
  const leaks: string[] = []
  for (const address of all) {
    const { body } = await me.get(address)
    // Error messages repeat the query.
    if (
      JSON.stringify(body ?? '')
        .replaceAll(`q=${SECRET}`, '')
        .includes(SECRET)
    )
      leaks.push(address)
  }
  expect(leaks).toEqual([])
}, 400_000)

test('staff with one row of their own see a count of one, whatever the page size', async () => {
  const me = await lesser()
  const account = (await me.get('/api/admin')).body.id as number
  const counted: string[] = []
  const wrong: string[] = []
  for (const [name, [hiddenId]] of hidden) {
    const { table, def, byName } = it.kernel.registry.resource(name)
    const column = byName.get(def.scope?.column ?? 'owner_id')?.column
    if (!column || hiddenId === undefined) continue
    counted.push(name)
    // A page that is not full reveals the total by itself; therefore one own row has to fill a page of one.
    const give = (to: number | null) =>
      it.kernel.transaction(async (tx) => {
        // Triggers make some tables append-only.
        await tx.run(sql`alter table ${id(table)} disable trigger user`)
        await tx.run(sql`update ${id(table)} set ${id(column)} = ${to} where id = ${hiddenId}`)
        await tx.run(sql`alter table ${id(table)} enable trigger user`)
      })
    const before = await it.kernel.db.one<{ owner: number | null }>(
      sql`select ${id(column)} as owner from ${id(table)} where id = ${hiddenId}`,
    )
    await give(account)
    const { data, total } = (await me.get(`/api/admin/${name}?limit=1`)).body as { data: { id: number }[]; total: number }
    await give(before?.owner ?? null)
    if (total !== 1 || data[0]?.id !== hiddenId)
      wrong.push(`${name}: told ${total}, shown ${JSON.stringify(data.map((row) => row.id))} of ${hiddenId}`)
  }
  expect(wrong).toEqual([])
  expect(counted).toContain('lead')
})

/** Parameters that are not values of a row. */
const META_FIELDS = new Set(['language', 'globals'])

/** The hidden rows as stored. */
const stored = async () => {
  const rows: Record<string, unknown> = {}
  for (const [name, ids] of hidden)
    rows[name] = await it.kernel.db.rows(
      sql`select * from ${id(it.kernel.registry.resource(name).table)} where id = any(${ids}::bigint[]) order by id`,
    )
  return rows
}

test('staff limited to their own rows cannot change other rows by any call', async () => {
  let me = await lesser()
  const { operations, refs } = listOperations(it.app)
  const nothing = [...it.kernel.registry.resources.keys()].map((name): [string, number[]] => [name, []])
  const ofOthers = await collectRows(it.kernel, new Map([...nothing, ...hidden]))
  const there = await collectRows(it.kernel, hidden)
  /** Whether a path parameter or body field of the operation can refer to a hidden row. */
  const names = ({ path, op }: Operation) => {
    const body = refs(op.requestBody?.content['application/json']?.schema.$ref ?? '') as { properties?: object }
    return [...(op.parameters ?? []).map(({ name }) => name), ...Object.keys(body.properties ?? {})].some((member) =>
      ofOthers(path)(member),
    )
  }
  /** Whether a call refers to a hidden row. Calls that do not may change unscoped rows and the rows that depend on them. */
  const aims = ({ path }: Operation, { params, body }: OperationCall) =>
    Object.entries({ ...params, ...(body as object | undefined) }).some(([member, value]) => {
      const rows = META_FIELDS.has(member) ? undefined : ofOthers(path)(member)
      return (
        rows &&
        fc
          .sample(rows, { numRuns: 60, seed: 1 })
          .flat()
          .some((item) => [value].flat().includes(item))
      )
    })
  const testedOperations = operations.filter(
    (operation) => operation.method !== 'get' && operation.path.startsWith('/api/admin') && names(operation),
  )
  expect(testedOperations.length).toBeGreaterThan(30)
  const before = await stored()
  const changed: string[] = []
  for (const operation of testedOperations)
    for (const sent of fc.sample(toCallArbitrary(operation, refs, there), { numRuns: 6, seed: 20_261_126 })) {
      if (!aims(operation, sent)) continue
      const { status } = await call(operation, me, sent)
      if (status === 401) me = await lesser()
      const now = await stored()
      if (JSON.stringify(now) === JSON.stringify(before)) continue
      changed.push(`${operation.at} answered ${status} to ${JSON.stringify(sent)}`)
      Object.assign(before, now)
    }
  expect(changed).toEqual([])
}, 400_000)
