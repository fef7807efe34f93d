import { afterAll, beforeAll, expect, test } from 'vitest'
import { definePlugin, AppError, sql } from 'stoa'
import { findProblem } from '../../core/fields/rules.ts'
import type { Resource } from '../../core/resource/compile.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { importRecords } from '../../plugins/sheets/import/import.ts'
import core from '../../core/kernel/core-plugin.ts'
import { type Client, type TestApp, testApp } from '../support/app.ts'

/**
 * Every invalid value in every field of every resource, by every write path: the response is an error that names the field, never a
 * server error.
 */
const wrong: Record<string, unknown> = {
  'a list': [1],
  'an object': { a: 1 },
  'a nested list': [[{}]],
  'a number for a text': 5,
  'a text for a number': 'abc',
  'a blank': '   ',
  NUL: 'a\0b',
  '10,000 characters': 'x'.repeat(10_000),
  'a huge number': 1e300,
  'digits without end': '9'.repeat(40),
  'a negative number': -1,
  'a fraction': 0.1 + 0.2,
  'a truth': true,
  'a prototype': JSON.parse('{"__proto__": {"a": 1}, "constructor": 1}'),
  'a name of the language': '__proto__',
  emoji: '👩‍👩‍👧‍👦\ud83d',
  'marks of direction': '\u202Eabc\u200F',
  'a formula': '=HYPERLINK("http://x")',
  'rows of nonsense': [{ id: 'x', __proto__: null }, 5, null],
}

let it: TestApp
let owner: Client
/** Values that hooks received although they do not match the field type. */
const untyped: string[] = []
let looks = 0

function look(r: Resource, input: Record<string, unknown>): void {
  looks++
  for (const f of r.fields) {
    const value = input[f.name]
    if (value === undefined || value === null || f.meta.kind === 'rows') continue
    const parts = f.meta.localized ? Object.values(value as object).filter((v) => v !== '' && v !== null) : [value]
    for (const part of parts)
      if (f.kind.name !== 'sealed' && (part !== '' || f.kind.cell !== 'text') && findProblem(f.schema, part))
        untyped.push(`${r.name}.${f.name}: ${JSON.stringify(part).slice(0, 60)}`)
  }
}

beforeAll(async () => {
  const plugins = [core, ...(await loadPlugins(listedPlugins([]))).map((p) => p.plugin)]
  // Records written only by code are left out; hooks of other plugins rely on parsed input.
  const names = plugins.flatMap((p) => (p.resources ?? []).filter((r) => !r.events).map((r) => r.name))
  const spy = definePlugin({
    id: 'spy',
    after: plugins.map((p) => p.id),
    extend: names.map((resource) => {
      const inspect = ({ ctx, input }: { ctx: TestApp['ctx']; input: object }): void =>
        look(ctx.kernel.registry.resource(resource), input as Record<string, unknown>)
      return { resource, hooks: { beforeValidate: inspect, validate: inspect } }
    }),
  })
  it = await testApp(undefined, { extra: [spy] })
  owner = await it.staff('owner')
})
afterAll(() => it.close())

const writable = () => [...it.kernel.registry.resources.values()].filter((r) => r.verbs.includes('create') && !r.def.ask)

test('in JSON, a value invalid for its field type is refused at its field', async () => {
  const faults: string[] = []
  for (const r of writable())
    for (const [title, value] of Object.entries(wrong)) {
      const body = Object.fromEntries(r.fields.filter((f) => !f.meta.readOnly).map((f) => [f.name, value]))
      const before = await it.kernel.db.one<{ n: number }>(sql`select count(*) as n from audit_log where resource = ${r.name}`)
      const answer = await owner.post(`/api/admin/${r.name}`, body)
      const after = await it.kernel.db.one<{ n: number }>(sql`select count(*) as n from audit_log where resource = ${r.name}`)
      const at = `${r.name} with ${title}: ${answer.status} ${answer.raw.body.slice(0, 200)}`
      if (answer.status >= 500) faults.push(at)
      if (answer.status >= 400 && after?.n !== before?.n) faults.push(`half written, ${at}`)
      if (answer.status !== 422) continue
      const named = Object.keys(answer.body.messages).map((path) => path.split(/[.:]/)[0])
      // Null counts as a blank value.
      const testedFields = r.fields.filter(
        (f) => !f.meta.readOnly && !f.meta.secret && !f.meta.localized && f.kind.normalize(value) !== '' && f.meta.kind !== 'rows',
      )
      for (const f of testedFields)
        if (findProblem(f.schema, f.kind.normalize(value)) && !named.includes(f.name)) faults.push(`${f.name} is not named, ${at}`)
    }
  expect(faults).toEqual([])
  expect(untyped).toEqual([])
  expect(looks).toBeGreaterThan(500)
}, 120_000)

test('in a sheet, invalid cells are refused one by one', async () => {
  const faults: string[] = []
  const quoted = (value: unknown) => `"${String(typeof value === 'object' ? JSON.stringify(value) : value).replaceAll('"', '""')}"`
  for (const r of writable().filter((resource) => resource.verbs.includes('import'))) {
    const columns = r.fields.filter(
      (f) =>
        !f.meta.readOnly &&
        f.meta.sheet !== false &&
        f.meta.kind !== 'rows' &&
        !f.meta.secret &&
        !['password', 'code'].includes(f.meta.kind),
    )
    const lines = Object.values(wrong).map((value) => columns.map(() => quoted(value)).join())
    const csv = [columns.map((f) => (f.meta.kind === 'one' ? f.name.replace(/_id$/, '') : f.name)).join(), ...lines].join('\n')
    try {
      await importRecords(it.ctx, r.name, { name: 'a.csv', bytes: Buffer.from(csv) }, { dryRun: true })
    } catch (error) {
      if (!(error instanceof AppError)) faults.push(`${r.name}: ${String(error).slice(0, 200)}`)
    }
  }
  expect(faults).toEqual([])
  expect(untyped).toEqual([])
}, 120_000)
