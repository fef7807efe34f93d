import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { id, sql } from 'stoa'
import type { CompiledField, Resource } from '../../core/resource/compile.ts'
import { type Answer, type Client, type TestApp, testApp } from '../support/app.ts'
import { UPLOAD, toArbitrary } from '../support/arbitrary.ts'
import { addFiles } from '../support/files.ts'
import { form } from '../support/multipart.ts'
import { isNarrowed, walked } from '../support/walked-routes.ts'
import { yearDatabase } from '../support/year-database.ts'

/**
 * Writes valid and invalid values to each single field of each resource, by each write path, on an existing row, so hooks that read
 * other fields get stored values. No write may cause a server error or extend any permissions. The test walks the registry, so a new
 * resource is covered automatically.
 */
let it: TestApp
let owner: Client
/** A member of staff with all write permissions of its role, who is not an owner. */
let clerk: Client
beforeAll(async () => {
  it = await testApp(undefined, isNarrowed ? {} : { url: await yearDatabase() })
  await addFiles(it.kernel.db, [UPLOAD])
  owner = await it.staff('owner')
  clerk = await it.staff([...it.kernel.registry.permissions.keys()].filter((right) => !/ (role|account)$/.test(right)))
}, 240_000)
afterAll(() => it.close())

const wrong: readonly unknown[] = [null, '', '\0', '=1+1', '-1', '9'.repeat(40), '__proto__', true, false, 0, [], [0], [[{}]], { a: 1 }]

/** Valid and invalid values for a field. */
const valuesFor = ({ schema }: CompiledField): unknown[] => [
  ...wrong,
  ...fc.sample(toArbitrary(schema, { refs: () => ({}) }), { numRuns: 2, seed: 20_261_127 }),
]

const text = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** Every way to change a single field of a row. */
const ways: Record<string, (r: Resource, row: number, f: CompiledField, value: unknown) => Promise<Answer> | undefined> = {
  JSON: (r, row, f, value) => clerk.put(`/api/admin/${r.name}/${row}`, { [f.name]: value }),
  'a form': (r, row, f, value) => {
    const sent = form({ [f.name]: text(value) })
    return clerk.put(`/api/admin/${r.name}/${row}`, sent.body, sent.headers)
  },
  'a batch': (r, row, f, value) =>
    f.meta.batch && r.verbs.includes('batch update')
      ? clerk.put(`/api/admin/${r.name}/batch`, { ids: [row], key: f.name, value: value ?? null })
      : undefined,
}

/** Creates a row of a resource for which the sample year has no rows. */
async function made(r: Resource): Promise<{ id: number } | undefined> {
  if (!r.verbs.includes('create')) return undefined
  const fields = r.fields.filter(({ meta }) => !meta.readOnly)
  const row = fc.record(Object.fromEntries(fields.map((f) => [f.name, toArbitrary(f.schema, { refs: () => ({}) })])))
  for (const values of fc.sample(row, { numRuns: 10, seed: 20_261_127 })) {
    const answer = await owner.post(`/api/admin/${r.name}`, values)
    if (answer.status < 300) return answer.body
  }
  return undefined
}

/** Resources that staff can change, each with an existing row. */
async function changed(): Promise<[Resource, number][]> {
  const walkedRoutes = new Set(walked(it.app.routes).map(({ method, url }) => `${method} ${url}`))
  const found: [Resource, number][] = []
  for (const r of it.kernel.registry.resources.values()) {
    if (!r.verbs.includes('update') || !walkedRoutes.has(`PUT /api/admin/${r.name}/:id`)) continue
    const row = (await it.kernel.db.one<{ id: number }>(sql`select id from ${id(r.table)} order by id desc limit 1`)) ?? (await made(r))
    if (row) found.push([r, row.id])
  }
  return found
}

/** The permissions of all roles, and the identity of all accounts. */
const powers = () =>
  it.kernel.db.one<{
    all: unknown
  }>(sql`select json_build_array((select json_agg(json_build_array(id, superuser, permission_list) order by id) from role),
    (select json_agg(json_build_array(id, role_id, email, enabled, password_hash) order by id) from account)) as "all"`)

test.each(Object.keys(ways))(
  'no value of any single field written by %s causes an error 500 or grants a permission',
  async (way) => {
    const before = await powers()
    const faults: string[] = []
    let attemptCount = 0
    let acceptedCount = 0
    const rows = await changed()
    for (const [r, row] of rows)
      for (const f of r.fields.filter(({ meta }) => !meta.readOnly))
        for (const value of valuesFor(f)) {
          const answer = await ways[way]?.(r, row, f, value)
          if (!answer) continue
          attemptCount++
          if (answer.status < 300) acceptedCount++
          const description = `${r.name}.${f.name} = ${JSON.stringify(value)?.slice(0, 80)}: ${answer.status} ${answer.raw.body.slice(0, 200)}`
          if (answer.status >= 500 || answer.status === 401) faults.push(description)
        }
    process.stdout.write(`${attemptCount} values by ${way}, ${acceptedCount} taken\n`)
    expect(faults).toEqual([])
    expect(rows.length).toBeGreaterThan(0)
    // Some fields cannot be changed in batches.
    if (way !== 'a batch') expect(attemptCount).toBeGreaterThanOrEqual(rows.length * wrong.length)
    expect(acceptedCount).toBeGreaterThanOrEqual(attemptCount / 50)
    expect(await powers()).toEqual(before)
  },
  400_000,
)

test('rows with accepted odd values can still be read, listed and copied', async () => {
  const faults: string[] = []
  for (const [r, row] of await changed())
    for (const path of [
      `${r.name}/${row}`,
      `${r.name}?limit=100&fields=*`,
      ...(r.verbs.includes('clone') ? [`${r.name}/${row}/clone`] : []),
    ]) {
      const answer = path.endsWith('/clone') ? await owner.post(`/api/admin/${path}`) : await owner.get(`/api/admin/${path}`)
      if (answer.status >= 500) faults.push(`${path}: ${answer.status} ${answer.raw.body.slice(0, 200)}`)
    }
  expect(faults).toEqual([])
}, 120_000)

/** An id that no row has. */
const MISSING_ID = 999_999_999
const nowhere: Record<string, (f: CompiledField) => unknown> = {
  one: () => MISSING_ID,
  many: () => [MISSING_ID],
  any: ({ meta }) => `${meta.among?.[0] ?? 'account'}:${MISSING_ID}`,
}

test('a reference to a missing record is refused at its field, with or without a foreign key', async () => {
  const faults: string[] = []
  let attemptCount = 0
  let pointing = 0
  for (const [r, row] of await changed())
    for (const f of r.fields.filter(({ meta }) => !meta.readOnly && meta.kind in nowhere)) {
      const answer = await owner.put(`/api/admin/${r.name}/${row}`, { [f.name]: nowhere[f.meta.kind]?.(f) })
      pointing++
      // Private files of others return 404 for everyone.
      if (answer.status === 404) continue
      attemptCount++
      if (answer.status !== 422 || !Object.keys(answer.body.messages).some((name) => name.startsWith(f.name)))
        faults.push(`${r.name}.${f.name}: ${answer.status} ${answer.raw.body.slice(0, 160)}`)
    }
  expect(faults).toEqual([])
  expect(attemptCount).toBeGreaterThanOrEqual(pointing * 0.9)
})
