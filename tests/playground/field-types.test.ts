import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SEALED, unseal } from 'stoa'
import { exportRecords } from '../../plugins/sheets/export/export.ts'
import { importRecords } from '../../plugins/sheets/import/import.ts'
import type { Row } from '../../core/api-types.ts'
import { locales } from '../../core/i18n/locale.ts'
import { id, sql } from '../../core/db/sql.ts'
import type { Client, TestApp } from '../support/app.ts'
import { samples } from './field-types.ts'
import { hookCalls } from './recorded-hooks.ts'
import { openPlayground } from './start.ts'

/** Every field type on every path, in a column of its own plugin and as a field contributed by another plugin. */
let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await openPlayground()
  owner = await it.staff('owner')
})
afterAll(() => it.close())

const places = [
  { resource: 'toy', prefix: '', base: (n: number) => ({ number: `toy-${n}`, title: `Toy ${n}` }), key: 'number' },
  { resource: 'brand', prefix: 'pg_', base: (n: number) => ({ url: `brand-${n}`, title: `Brand ${n}` }), key: 'url' },
]

const unordered = new Set(['picks', 'tags', 'weekdays', 'json', 'place'])
const ranged = new Set(['int', 'decimal', 'percent', 'money', 'size', 'date', 'instant', 'time', 'duration', 'key', 'email', 'shelf_id'])

async function exportCsv(resource: string): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of exportRecords(it.ctx, resource, { format: 'csv' })) parts.push(part)
  return Buffer.concat(parts).toString()
}

describe.each(places)('in $resource', ({ resource, prefix, base, key }) => {
  const at = `/api/admin/${resource}`
  const rows: Row[] = []
  beforeAll(async () => {
    for (const n of [0, 1, 2]) {
      const values = Object.fromEntries(Object.entries(samples).map(([name, s]) => [prefix + name, s.values[n]]))
      const made = await owner.post(at, { ...base(n), ...values, [`${prefix}flag`]: n > 0, [`${prefix}sealed`]: `secret ${n}` })
      if (made.status !== 201) throw new Error(JSON.stringify(made.body))
      rows.push(made.body)
    }
  })
  const ids = (body: { data: Row[] }) => body.data.map((row) => row.id).filter((id) => rows.some((row) => row.id === id))
  const low = () => rows[0]?.id
  const mid = () => rows[1]?.id
  const high = () => rows[2]?.id
  const list = async (query: string) => {
    const answer = await owner.get(`${at}?limit=100&${query}`)
    expect(answer.status, `${query} ${JSON.stringify(answer.body)}`).toBe(200)
    return ids(answer.body)
  }

  test.each(Object.entries(samples))('%s is returned as it was sent, for the row and in the list', async (name, { values }) => {
    for (const [n, value] of values.entries()) {
      const row = (await owner.get(`${at}/${rows[n]?.id}`)).body
      expect(row[prefix + name]).toEqual(value)
      const listed = (await owner.get(`${at}?limit=100&fields=${prefix}${name}`)).body.data.find((r: Row) => r.id === row.id)
      expect(listed[prefix + name]).toEqual(value)
    }
  })

  test.each(Object.entries(samples).filter(([, s]) => s.also))(
    '%s is returned in canonical form, however it was written',
    async (name, { values, also = [] }) => {
      for (const value of also) {
        const made = await owner.post(at, { ...base(10), [prefix + name]: value })
        expect(made.body[prefix + name], JSON.stringify(made.body)).toEqual(values[0])
        await owner.delete(`${at}/${made.body.id}`)
        await it.kernel.db.run(sql`update toy set number = number || '-' || id where deleted_at is not null`)
      }
    },
  )

  test.each(Object.entries(samples))('%s sent again changes nothing', async (name, { values, also = [] }) => {
    const id = rows[0]?.id
    const before = (await owner.get(`${at}/${id}`)).body
    for (const value of [values[0], ...also]) await owner.put(`${at}/${id}`, { [prefix + name]: value })
    expect((await owner.get(`${at}/${id}`)).body).toEqual(before)
  })

  test.each(Object.keys(samples).filter((name) => !unordered.has(name)))('%s sorts by its field type', async (name) => {
    expect(await list(`sort=${prefix}${name}`)).toEqual([low(), mid(), high()])
    expect(await list(`sort=-${prefix}${name}`)).toEqual([high(), mid(), low()])
    const first = (await owner.get(`${at}?limit=1&sort=${prefix}${name}`)).body
    const next = (await owner.get(`${at}?limit=1&sort=${prefix}${name}&after=${first.next}`)).body
    expect([...ids(first), ...ids(next)]).toEqual([low(), mid()])
  })

  const typed = (value: unknown) =>
    encodeURIComponent(typeof value === 'object' ? (Array.isArray(value) ? value.join('|') : JSON.stringify(value)) : String(value))

  test.each(Object.keys(samples).filter((name) => !unordered.has(name) && !['text', 'url'].includes(name)))(
    '%s is filtered by its value, and by any of several',
    async (name) => {
      const { values } = samples[name as 'int']
      expect(await list(`${prefix}${name}=${typed(values[1])}`)).toEqual([mid()])
      expect(await list(`sort=id&${prefix}${name}=${typed(values[0])},${typed(values[2])}`)).toEqual([low(), high()])
    },
  )

  test.each([...ranged])('%s is filtered by a range', async (name) => {
    const { values } = samples[name as 'int']
    expect(await list(`sort=id&${prefix}${name}__gte=${typed(values[1])}`)).toEqual([mid(), high()])
    expect(await list(`sort=id&${prefix}${name}__lte=${typed(values[1])}`)).toEqual([low(), mid()])
  })

  test('a timestamp is filtered by its day', async () => {
    expect(await list(`sort=id&${prefix}instant__lte=2026-01-01`)).toEqual([low(), mid()])
    expect(await list(`sort=id&${prefix}instant__gte=2026-01-02`)).toEqual([high()])
  })

  test('lists are filtered by an item', async () => {
    expect(await list(`sort=id&${prefix}picks=a`)).toEqual([low(), mid()])
    expect(await list(`sort=id&${prefix}picks=c,a`)).toEqual([low(), mid(), high()])
    expect(await list(`sort=id&${prefix}weekdays=1`)).toEqual([low(), mid()])
    expect(await list(`sort=id&${prefix}tags=one`)).toEqual([low(), mid()])
  })

  test.each(Object.keys(samples).filter((name) => name !== 'json'))('%s is filtered by being empty or not', async (name) => {
    const made = await owner.post(at, base(11))
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const empty = await owner.get(`${at}?limit=100&${prefix}${name}__empty=1`)
    const filled = await owner.get(`${at}?limit=100&${prefix}${name}__empty=0`)
    expect(empty.body.data.map((row: Row) => row.id)).toContain(made.body.id)
    expect(ids(empty.body)).toEqual([])
    expect(ids(filled.body)).toHaveLength(3)
    await owner.delete(`${at}/${made.body.id}`)
    await it.kernel.db.run(sql`update toy set number = number || '-' || id where deleted_at is not null`)
  })

  test('texts are filtered by a part of them, with special characters taken literally', async () => {
    expect(await list(`${prefix}text__like=${encodeURIComponent('50%')}`)).toEqual([low()])
    expect(await list(`${prefix}text__like=${encodeURIComponent('\\ _')}`)).toEqual([high()])
    expect(await list(`sort=id&${prefix}place__like=pier`)).toEqual([low(), mid(), high()])
  })

  test('an invalid filter value is refused by name', async () => {
    for (const [query, field] of [
      ['int=x', 'int'],
      ['int=99999999999', 'int'],
      ['money__gte=abc', 'money'],
      ['date=2026-02-30', 'date'],
      ['instant__lte=2026-99-99', 'instant'],
      ['time=25:00', 'time'],
      ['weekdays=x', 'weekdays'],
      ['shelf_id=0x1', 'shelf_id'],
      ['flag=maybe', 'flag'],
      ['decimal=1e999999', 'decimal'],
      ['text=%00', 'text'],
    ] as const) {
      const answer = await owner.get(`${at}?${prefix}${query}`)
      expect([answer.status, Object.keys(answer.body.messages ?? {})], query).toEqual([422, [prefix + field]])
    }
  })

  test('an unavailable option in a filter is named, alone and among others', async () => {
    for (const [query, field, word] of [
      ['pick=gone', 'pick', 'gone'],
      ['pick=low,gone', 'pick', 'gone'],
      ['size=5,7', 'size', '7'],
      ['picks=a,gone', 'picks', 'gone'],
    ] as const) {
      const { status, body } = await owner.get(`${at}?${prefix}${query}`)
      expect([status, body.messages], query).toEqual([422, { [prefix + field]: [`"${word}" is not an available option.`] }])
    }
    // An empty item between two commas is ignored and is no error.
    expect(await list(`sort=id&${prefix}pick=low,,LOW`)).toEqual([low()])
  })

  test('relations have their name beside their id', async () => {
    const row = (await owner.get(`${at}/${low()}`)).body
    expect(row[`${prefix}shelf_name`]).toBe('Shelf a')
    expect(row[`${prefix}about_name`]).toBe('Shelf a')
  })

  test('a secret is never returned, and reads show whether it is set', async () => {
    const row = (await owner.get(`${at}/${low()}`)).body
    expect(row[`${prefix}sealed`]).toEqual({ set: true })
    expect(JSON.stringify((await owner.get(`${at}?fields=*`)).body)).not.toContain('secret 0')
  })

  test('a secret can be unsealed with what plugins may import', async () => {
    const storedRow = await it.kernel.db.one<{ row: string }>(
      sql`select to_jsonb(t)::text as row from ${id(resource)} t where t.id = ${low()}`,
    )
    const [stored = ''] = /sealed:[\w:-]+/.exec(storedRow?.row ?? '') ?? []
    expect(unseal(it.kernel.config, SEALED, stored)).toBe('secret 0')
  })

  test('an exported sheet is imported without changes', async () => {
    const before = await Promise.all(rows.map(async (row) => (await owner.get(`${at}/${row.id}?language=*`)).body))
    const csv = await exportCsv(resource)
    const read = async (dryRun: boolean) => importRecords(it.ctx, resource, { name: 'a.csv', bytes: Buffer.from(csv) }, { dryRun })
    const again = await read(true)
    expect(again.data.filter((row) => row.action !== 'unchanged').concat(again.errors as never[])).toEqual([])
    const table = resource === 'toy' ? sql`delete from toy` : sql`delete from brand`
    await it.kernel.db.run(table)
    const back = await read(false)
    expect(back.data.filter((row) => row.action !== 'create').concat(back.errors as never[])).toEqual([])
    for (const old of before) {
      const found = (await owner.get(`${at}?limit=100&q=${old[key]}`)).body.data[0] as Row
      const now = (await owner.get(`${at}/${found.id}?language=*`)).body
      // Code fields are not part of sheets.
      for (const name of Object.keys(samples)) if (name !== 'code') expect(now[prefix + name], name).toEqual(old[prefix + name])
      const index = rows.findIndex((row) => row.id === old.id)
      rows[index] = (await owner.put(`${at}/${now.id}`, { [`${prefix}code`]: old[`${prefix}code`] })).body
    }
  })

  test('the audit log records a change once, in the format of API responses', async () => {
    const id = low()
    for (const [name, { values }] of Object.entries(samples)) {
      const answer = await owner.put(`${at}/${id}`, { [prefix + name]: values[1] })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const [entry] = (await owner.get(`/api/admin/audit_log?resource=${resource}&row_id=${id}&limit=1`)).body.data
      expect(entry.changes).toEqual([{ field: prefix + name, old: values[0], new: values[1] }])
      await owner.put(`${at}/${id}`, { [prefix + name]: values[0] })
    }
  })

  test('a batch sets a value on many rows', async () => {
    for (const [name, { values }] of Object.entries(samples).filter(([name]) => name !== 'code')) {
      const answer = await owner.put(`${at}/batch`, { ids: [mid(), high()], key: prefix + name, value: values[0] })
      expect(answer.body.fails, name).toEqual([])
      for (const n of [1, 2]) {
        expect((await owner.get(`${at}/${rows[n]?.id}`)).body[prefix + name], name).toEqual(values[0])
        await owner.put(`${at}/${rows[n]?.id}`, { [prefix + name]: values[n] })
      }
    }
  })
})

test('a copy has the values of the original, except unique ones', async () => {
  const [original] = (await owner.get('/api/admin/toy?limit=1&sort=id')).body.data as Row[]
  const parts = [{ name: 'Wheel', price: '1.50', screws: [{ size: 3 }, { size: 4 }] }]
  await owner.put(`/api/admin/toy/${original?.id}`, { parts, shelves: [3, 1], neighbour: undefined })
  const from = (await owner.get(`/api/admin/toy/${original?.id}?language=*`)).body
  const copy = await owner.post(`/api/admin/toy/${original?.id}/clone`)
  expect(copy.status, JSON.stringify(copy.body)).toBe(200)
  const to = (await owner.get(`/api/admin/toy/${copy.body.id}?language=*`)).body
  for (const name of Object.keys(samples)) expect(to[name], name).toEqual(from[name])
  expect(to.number).toMatch(/^toy-0-\d{4}$/)
  expect(to.sealed).toEqual({ set: false })
  expect(to.shelves).toEqual([3, 1])
  const bare = (list: Row[]) => list.map((p) => [p.name, p.price, (p.screws as Row[]).map((s) => s.size)])
  expect(bare(to.parts)).toEqual(bare(from.parts))
  expect(to.parts[0].id).not.toBe(from.parts[0].id)
})

test('localized values are stored per language, in every field type that supports it', async () => {
  const made = await owner.post('/api/admin/saying', { number: 'one' })
  const at = `/api/admin/saying/${made.body.id}`
  for (const name of [
    'text',
    'area',
    'rich',
    'code',
    'slug',
    'key',
    'email',
    'url',
    'phone',
    'colour',
    'image',
    'file',
    'place',
    'json',
  ] as const) {
    const [first, second] = samples[name].values
    const put = await owner.put(at, { [name]: { 'en-US': first, 'zh-HK': second } })
    expect(put.status, `${name} ${JSON.stringify(put.body)}`).toBe(200)
    expect((await owner.get(`${at}?language=en-US`)).body[name], name).toEqual(first)
    expect((await owner.get(`${at}?language=zh-HK`)).body[name], name).toEqual(second)
    expect((await owner.get(`${at}?language=*`)).body[name], name).toEqual({ 'en-US': first, 'zh-HK': second })
    await owner.put(at, { [name]: { 'zh-HK': '' } })
    expect((await owner.get(`${at}?language=*`)).body[name], name).toEqual({ 'en-US': first })
  }
  const csv = await exportCsv('saying')
  const before = (await owner.get(`${at}?language=*`)).body
  await it.kernel.db.run(sql`delete from saying`)
  const back = await importRecords(it.ctx, 'saying', { name: 'a.csv', bytes: Buffer.from(csv) })
  expect(back.data.filter((row) => row.action !== 'create').concat(back.errors as never[])).toEqual([])
  const [row] = (await owner.get('/api/admin/saying')).body.data
  const after = (await owner.get(`/api/admin/saying/${row.id}?language=*`)).body
  for (const name of Object.keys(before).filter((n) => n !== 'code' && !/_at$|^id$/.test(n)))
    expect(after[name], name).toEqual(before[name])
  expect(locales).toHaveLength(3)
})

test('contributed values of two plugins are stored in one write, and each stays when the other is set', async () => {
  const made = await owner.post('/api/admin/brand', { url: 'two', title: 'Two', pg_rank: 1, nb_rank: 2 })
  expect(made.body).toMatchObject({ pg_rank: 1, nb_rank: 2, pg_motto: '' })
  const both = await owner.put(`/api/admin/brand/${made.body.id}`, { pg_rank: 10, nb_rank: 20, version: made.body.version })
  expect(both.body).toMatchObject({ pg_rank: 10, nb_rank: 20 })
  await it.kernel.transaction((tx) => it.kernel.resources.setExt(tx, 'brand', made.body.id, { nb_rank: 21, pg_motto: 'on' }))
  expect((await owner.get(`/api/admin/brand/${made.body.id}`)).body).toMatchObject({ pg_rank: 10, nb_rank: 21, pg_motto: 'on' })
  await expect(it.kernel.transaction((tx) => it.kernel.resources.setExt(tx, 'brand', made.body.id, { nb_rank: 'x' }))).rejects.toThrow(
    /nb_rank/,
  )
  await expect(it.kernel.transaction((tx) => it.kernel.resources.setExt(tx, 'brand', made.body.id, { title: 'x' }))).rejects.toThrow(
    /title/,
  )
})

test('a row older than the plugin has the defaults, and is filtered and sorted by them', async () => {
  const old = await it.kernel.db.one<{ id: number }>(sql`insert into brand (url, title) values ('old', '{"en-US":"Old"}') returning id`)
  const found = async (query: string) => (await owner.get(`/api/admin/brand?limit=100&${query}`)).body.data.map((row: Row) => row.id)
  expect((await owner.get(`/api/admin/brand/${old?.id}`)).body).toMatchObject({
    pg_rank: 7,
    nb_rank: 3,
    pg_motto: '',
    pg_flag: false,
    pg_picks: [],
  })
  expect(await found('nb_rank=3')).toContain(old?.id)
  expect(await found('pg_flag=0')).toContain(old?.id)
  expect(await found('pg_rank__gte=8')).not.toContain(old?.id)
  const ranks = (await owner.get('/api/admin/brand?limit=100&sort=pg_rank')).body.data.map((row: Row) => row.pg_rank)
  expect(ranks).toEqual(ranks.toSorted((a: number, b: number) => a - b))
})

test('contributed hooks join a transition, typed, with the input of its dialog', async () => {
  const made = await owner.post('/api/admin/toy', { number: 'moving', title: 'Moving' })
  hookCalls.length = 0
  expect((await owner.post(`/api/admin/toy/${made.body.id}/offer`, { price: 5 })).body.status).toBe('pending')
  expect(hookCalls).toEqual(
    ['beforeTransition', 'beforeTransition', 'afterTransition', 'afterTransition'].map((hook) => ({
      resource: 'toy',
      hook,
      input: { price: '5', note: null },
    })),
  )
})

test('contributed tabs, sheet columns, store fields and actions appear among those of the owner', async () => {
  const made = await owner.post('/api/admin/brand', { url: 'guest', title: 'Guest', pg_motto: 'hello' })
  const form = (await owner.get('/api/admin/manifest/brand')).body
  expect(form.tabs?.map((tab: { name: string }) => tab.name)).toEqual(['main', 'playground'])
  const sheet = await exportCsv('brand')
  expect(sheet.split('\n')[0]).toContain('pg_shout')
  expect(sheet).toContain('HELLO')
  const back = await importRecords(it.ctx, 'brand', { name: 'a.csv', bytes: Buffer.from('url,pg_shout\nguest,BYE\n') })
  expect(back.data.map((row) => row.action)).toEqual(['change'])
  expect((await owner.get(`/api/admin/brand/${made.body.id}`)).body.pg_motto).toBe('bye')
  const storeBrand = (await it.guest.post('/api/brand', { url: 'guest' })).body
  expect(storeBrand).toMatchObject({ pg_motto: 'bye', pg_rank: 7 })
  expect(storeBrand.pg_int).toBeUndefined()
  expect((await owner.post(`/api/admin/brand/${made.body.id}/polish`, { grit: 0 })).status).toBe(422)
  expect((await owner.post(`/api/admin/brand/${made.body.id}/polish`, { grit: 3 })).status).toBe(200)
})
