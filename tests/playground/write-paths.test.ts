import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../core/db/sql.ts'
import { findProblem } from '../../core/fields/rules.ts'
import type { Row } from '../../core/api-types.ts'
import { importRecords } from '../../plugins/sheets/import/import.ts'
import type { Answer, Client, TestApp } from '../support/app.ts'
import { openPlayground } from './start.ts'
import { toText } from './values.ts'

/**
 * Each invalid value in each field, by each write path: the response names the field, nothing else is written, and no permissions are
 * extended.
 */
const wrong: readonly unknown[] = [
  ...[
    '{',
    '[null]',
    '[{"toString":1}]',
    '{"blocks":[{"type":{"toString":1}}]}',
    'a\0b',
    '\ud83d',
    '=1+1',
    '9'.repeat(40),
    '2026-01-01T00:00:00+23:59',
    '-1',
    '1e400',
    '__proto__',
  ],
  ...[-1, 0.5, 1e300, true, [1], [[{}]], { a: 1 }, { set: true }, JSON.parse('{"en-US":{"a":1}}')],
]

let it: TestApp
let owner: Client
let toy: Row
const at = '/api/admin/toy'
beforeAll(async () => {
  it = await openPlayground()
  owner = await it.staff('owner')
  toy = (await owner.post(at, { number: 'first', title: 'First', text: 'kept', shelves: [1], parts: [{ name: 'Wheel' }] })).body
})
afterAll(() => it.close())

const fields = () => it.kernel.registry.resource('toy').fields
const open = () => fields().filter((f) => !f.meta.readOnly)
const stored = async () =>
  JSON.stringify(
    await it.kernel.db.one(sql`select (select json_agg(t order by id) from toy t) toys, (select json_agg(p order by id) from part p) parts,
      (select json_agg(s) from toy_shelf s) shelves, (select count(*) from audit_log where verb <> 'refused') logged`),
  )
const firstPart = (path: string) => path.split(/[.:]/)[0]

/** Sends a request with one invalid value, and returns the problems of the response. Deletes a new row again. */
async function findFaults(field: string, value: unknown, ask: () => Promise<Answer>): Promise<string[]> {
  const before = await stored()
  const answer = await ask()
  const description = `${field} = ${JSON.stringify(value)?.slice(0, 60)}: ${answer.status} ${answer.raw.body.slice(0, 160)}`
  if (answer.status >= 500) return [description]
  if (answer.status >= 400) {
    const faults = (await stored()) === before ? [] : [`half written, ${description}`]
    const named = answer.status === 422 ? Object.keys(answer.body.messages).map(firstPart) : [field]
    return named.every((name) => name === field) && named.length > 0 ? faults : [...faults, `not named, ${description}`]
  }
  const now = (await owner.get(`${at}/${answer.body.id ?? toy.id}`)).body
  const faults = now.status === 'draft' ? [] : [`its status was changed, ${description}`]
  if (now.id !== toy.id) await it.kernel.db.run(sql`delete from toy where id = ${now.id}`)
  return faults
}

/** A multipart form, as browsers send it with files. */
const multipart = (values: Record<string, string>) => {
  const parts = Object.entries(values).map(([name, text]) => `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
  return [`${parts.join('')}--edge--\r\n`, { 'content-type': 'multipart/form-data; boundary=edge' }] as const
}

let count = 0
const ways: Record<string, (field: string, value: unknown) => Promise<Answer>> = {
  'a new row in JSON': (field, value) => owner.post(at, { number: `n${count++}`, title: 'T', [field]: value }),
  'a change in JSON': (field, value) => owner.put(`${at}/${toy.id}`, { [field]: value }),
  'a change by POST': (field, value) => owner.post(`${at}/${toy.id}`, { _method: 'PUT', [field]: value }),
  'a new row by a form': (field, value) => owner.post(at, ...multipart({ number: `n${count++}`, title: 'T', [field]: toText(value) })),
  'a change by a form': (field, value) => owner.put(`${at}/${toy.id}`, ...multipart({ [field]: toText(value) })),
}

test.each(Object.entries(ways))(
  '%s: invalid values are named, and nothing of them is written',
  async (_, ask) => {
    const faults: string[] = []
    for (const f of open()) for (const value of wrong) faults.push(...(await findFaults(f.name, value, () => ask(f.name, value))))
    expect(faults).toEqual([])
  },
  180_000,
)

test('a value invalid for its field type is refused in JSON, on creation and update', async () => {
  const accepted: string[] = []
  let refusals = 0
  for (const f of open().filter((field) => !field.meta.localized && !field.meta.secret && field.meta.kind !== 'rows'))
    for (const value of wrong) {
      const settled = f.kind.normalize(value)
      if (settled === '' || settled === null || !findProblem(f.schema, settled)) continue
      refusals++
      const answer = await owner.put(`${at}/${toy.id}`, { [f.name]: value })
      if (answer.status !== 422) accepted.push(`${f.name} = ${JSON.stringify(value)}: ${answer.status}`)
    }
  expect(accepted).toEqual([])
  expect(refusals).toBeGreaterThan(200)
}, 180_000)

test('a batch reports the reason for each row that refuses a value, and keeps its old value', async () => {
  const faults: string[] = []
  const batch = open().filter((f) => f.meta.batch)
  expect(batch.length).toBeGreaterThan(20)
  for (const f of batch)
    for (const value of wrong) {
      const before = await stored()
      const answer = await owner.put(`${at}/batch`, { ids: [toy.id], key: f.name, value })
      const description = `${f.name} = ${JSON.stringify(value)?.slice(0, 60)}: ${answer.status} ${answer.raw.body.slice(0, 160)}`
      if (answer.status >= 500) faults.push(description)
      else if (answer.status !== 200 || answer.body.fail_ids.length > 0) {
        if ((await stored()) !== before) faults.push(`half written, ${description}`)
        if (answer.status === 200 && !answer.body.fails[0].reason) faults.push(`no reason, ${description}`)
      }
    }
  for (const key of ['status', 'id', 'version', 'parts', '__proto__', 'no_such'])
    if ((await owner.put(`${at}/batch`, { ids: [toy.id], key, value: 'completed' })).status === 200 && key !== 'status') faults.push(key)
  expect(faults).toEqual([])
  expect((await owner.get(`${at}/${toy.id}`)).body.status).toBe('draft')
}, 180_000)

test('copying a row with an invalid value is refused at that field, and leaves nothing', async () => {
  for (const [field, value] of [
    ['email', 'nobody'],
    ['pick', 'gone'],
    ['colour', 'red'],
    ['slug', '?'],
    ['image', '../x'],
    ['about', 'nothing:1'],
  ] as const) {
    const made = (await owner.post(at, { number: `copied-${field}`, title: 'T' })).body
    await it.kernel.db.pool.query(`update toy set "${field}" = $1 where id = $2`, [value, made.id])
    const before = await stored()
    const answer = await owner.post(`${at}/${made.id}/clone`)
    expect([answer.status, Object.keys(answer.body.messages ?? {})], field).toEqual([422, [field]])
    expect(await stored()).toBe(before)
    await owner.delete(`${at}/${made.id}`)
  }
})

test('in a sheet, an invalid cell fails only its row', async () => {
  const faults: string[] = []
  const skipped = new Set(['code', 'password', 'sealed', 'parts', 'number', 'title'])
  for (const f of open().filter((field) => !skipped.has(field.name)))
    for (const value of wrong) {
      const cell = `"${toText(value).replaceAll('"', '""')}"`
      const csv = `number,title,${f.name.replace(/_id$/, '')}\nsheet-good,Good,\nsheet-bad,Bad,${cell}\n`
      const read = await importRecords(it.ctx, 'toy', { name: 'a.csv', bytes: Buffer.from(csv) }).catch((error: unknown) => String(error))
      const there = await it.kernel.db.rows<{ number: string }>(sql`select number from toy where number like 'sheet-%' order by number`)
      const names = there.map((row) => row.number).join()
      const bad = typeof read === 'string' || read.errors.length > 0
      if (typeof read === 'string' || names !== (bad ? 'sheet-good' : 'sheet-bad,sheet-good'))
        faults.push(`${f.name} = ${cell}: ${names} ${JSON.stringify(read).slice(0, 200)}`)
      await it.kernel.db.run(sql`delete from toy where number like 'sheet-%'`)
    }
  expect(faults).toEqual([])
}, 180_000)

test('staff with read permission only are refused everywhere, and nothing is written', async () => {
  const looker = await it.staff(['get toy'])
  const before = await stored()
  const requests = [
    looker.post(at, { number: 'x', title: 'X' }),
    looker.post(at, ...multipart({ number: 'x', title: 'X' })),
    looker.put(`${at}/${toy.id}`, { title: 'X' }),
    looker.post(`${at}/${toy.id}`, { _method: 'PUT', title: 'X' }),
    looker.put(`${at}/batch`, { ids: [toy.id], key: 'text', value: 'x' }),
    looker.delete(`${at}/batch`, { ids: [toy.id] }),
    looker.delete(`${at}/${toy.id}`),
    looker.post(`${at}/${toy.id}/clone`),
    looker.get(`${at}/${toy.id}/clone`),
    looker.post(`${at}/${toy.id}/offer`, { price: '1.00' }),
    looker.post(`${at}/batch/offer`, { ids: [toy.id], price: '1.00' }),
  ]
  for (const answer of await Promise.all(requests)) expect(answer.status, answer.raw.body).toBe(403)
  const plain = await owner.post(at, 'number=y&title=Y', { 'content-type': 'application/x-www-form-urlencoded' })
  expect([400, 415]).toContain(plain.status)
  expect(await stored()).toBe(before)
})
