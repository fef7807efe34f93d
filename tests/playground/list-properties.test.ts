import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemCtx } from '../../core/context.ts'
import { sql } from '../../core/db/sql.ts'
import { AppError } from '../../core/http/errors.ts'
import { writeCursor } from '../../core/resource/query.ts'
import type { Row } from '../../core/api-types.ts'
import type { Client, TestApp } from '../support/app.ts'
import { tries } from '../support/property.ts'
import { openPlayground } from './start.ts'
import { right, strange, toText } from './values.ts'

/** List queries return the same rows as a linear scan, for any filter and order. */
let it: TestApp
let owner: Client
const rows: Row[] = []
beforeAll(async () => {
  it = await openPlayground()
  owner = await it.staff('owner')
  const value = fc.record({
    title: fc.dictionary(fc.constantFrom('en-US', 'zh-HK', 'zh-CN'), fc.constantFrom('a', 'B', 'b c', 'ä', '五', '50%', '_'), {
      minKeys: 1,
      maxKeys: 3,
    }),
    int: fc.option(fc.integer({ min: -3, max: 3 })),
    money: fc.option(fc.constantFrom('0.00', '9.50', '10.00')),
    decimal: fc.option(fc.constantFrom('-1.5', '2', '10')),
    flag: fc.boolean(),
    size: fc.option(fc.constantFrom(1, 5, 10)),
    date: fc.option(fc.constantFrom('2025-12-31', '2026-01-01', '2026-02-28')),
    text: fc.option(fc.constantFrom('x', 'Y', '100%', 'a_b', 'ab')),
    shelf_id: fc.option(fc.integer({ min: 1, max: 3 })),
    tags: fc.uniqueArray(fc.constantFrom('one', 'two', 'three'), { maxLength: 3 }),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 2 }),
  })
  for (const [n, made] of fc.sample(value, tries(60)).entries()) {
    const title = { 'en-US': 'a', ...made.title }
    const answer = await owner.post('/api/admin/toy', { ...made, title, number: `n${n}` })
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    rows.push((await owner.get(`/api/admin/toy/${answer.body.id}?language=*`)).body)
  }
  // Deleted rows are not listed.
  for (const row of rows.splice(0, 5)) await owner.delete(`/api/admin/toy/${row.id}`)
})
afterAll(() => it.close())

type Language = 'en-US' | 'zh-HK' | 'zh-CN'
const text = (row: Row, language: Language): string => {
  const map = row.title as Record<string, string>
  return [language, 'en-US', 'zh-HK', 'zh-CN'].map((l) => map[l] ?? '').find((text) => text !== '') ?? ''
}
/** The value of a field, as a comparable JavaScript value. */
const plain = (row: Row, name: string): number | string | null => {
  const value = row[name]
  if (value === null || value === undefined) return null
  return name === 'money' || name === 'decimal' || name === 'int' || name === 'size' || name === 'shelf_id' || name === 'id'
    ? Number(value)
    : String(value)
}

interface FilterCase {
  key: string
  typed: string
  fits: (row: Row, language: Language) => boolean
}
const numbers = fc.constantFrom('int', 'money', 'decimal')
const bounds = fc
  .tuple(numbers, fc.constantFrom('gte', 'lte'), fc.integer({ min: -3, max: 11 }))
  .map(([name, operator, n]): FilterCase => ({
    key: `${name}__${operator}`,
    typed: String(n),
    fits: (row) => {
      const value = plain(row, name)
      return value !== null && (operator === 'gte' ? Number(value) >= n : Number(value) <= n)
    },
  }))
const exact = fc
  .tuple(numbers, fc.uniqueArray(fc.integer({ min: -3, max: 11 }), { minLength: 1, maxLength: 3 }))
  .map(([name, list]): FilterCase => ({
    key: name,
    typed: list.join(),
    fits: (row) => list.some((n) => plain(row, name) === n),
  }))
const days = fc
  .tuple(fc.constantFrom('gte', 'lte'), fc.constantFrom('2025-12-31', '2026-01-01', '2026-01-15'))
  .map(([operator, day]): FilterCase => ({
    key: `date__${operator}`,
    typed: day,
    fits: ({ date }) => typeof date === 'string' && (operator === 'gte' ? date >= day : date <= day),
  }))
const parts = fc
  .tuple(fc.constantFrom('text', 'title'), fc.constantFrom('a', 'B', '%', '_', '五', 'ä', 'c'))
  .map(([name, part]): FilterCase => ({
    key: `${name}__like`,
    typed: part,
    fits: (row, language) =>
      String((name === 'title' ? text(row, language) : row[name]) ?? '')
        .toLowerCase()
        .includes(part.toLowerCase()),
  }))
const holds = fc.uniqueArray(fc.constantFrom('one', 'two', 'none'), { minLength: 1 }).map((list): FilterCase => ({
  key: 'tags',
  typed: list.join(),
  fits: ({ tags }) => list.some((tag) => (tags as string[]).includes(tag)),
}))
const shelves = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1 }).map((list): FilterCase => ({
  key: 'shelf_id',
  typed: list.join(),
  fits: (row) => list.some((n) => row.shelf_id === n),
}))
const empties = fc
  .tuple(fc.constantFrom('int', 'text', 'tags', 'weekdays', 'date', 'shelf_id'), fc.boolean())
  .map(([name, empty]): FilterCase => ({
    key: `${name}__empty`,
    typed: empty ? '1' : '0',
    fits: (row) => (row[name] === null || row[name] === '' || (Array.isArray(row[name]) && row[name].length === 0)) === empty,
  }))
const flags = fc.boolean().map((on): FilterCase => ({ key: 'flag', typed: String(on), fits: ({ flag }) => flag === on }))
const found = fc.constantFrom('n1', 'n5', 'b c', '50%', '五', 'zzz').map((q): FilterCase => ({
  key: 'q',
  typed: q,
  fits: (row) =>
    [row.number, row.text, ...Object.values(row.title as object)].some((value) =>
      String(value ?? '')
        .toLowerCase()
        .includes(q),
    ),
}))
const filters = fc.uniqueArray(fc.oneof(bounds, exact, days, parts, holds, shelves, empties, flags, found), {
  maxLength: 3,
  selector: ({ key }) => key,
})
const sorts = fc.tuple(fc.constantFrom('id', 'int', 'money', 'decimal', 'size', 'date', 'shelf_id', 'created_at', 'number'), fc.boolean())

/** The rows in order: empty values are last in both directions, and equal values are ordered by id in the same direction. */
function ordered(list: readonly Row[], name: string, down: boolean): number[] {
  const way = down ? -1 : 1
  return list
    .toSorted((a, b) => {
      const [x, y] = [plain(a, name), plain(b, name)]
      if (x === y) return (a.id - b.id) * way
      if (x === null || y === null) return x === null ? 1 : -1
      return (x < y ? -1 : 1) * way
    })
    .map((row) => row.id)
}

test('a list returns the matching rows in order, page by page and by cursor, with the total', async () => {
  let some = 0
  await fc.assert(
    fc.asyncProperty(
      filters,
      sorts,
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom<Language>('en-US', 'zh-HK', 'zh-CN'),
      async (filters, [name, down], limit, language) => {
        const fitting = rows.filter((row) => filters.every((filter) => filter.fits(row, language)))
        const expectedRows = ordered(fitting, name, down)
        if (expectedRows.length > 0 && filters.length > 0) some++
        const query = new URLSearchParams({ sort: `${down ? '-' : ''}${name}`, limit: String(limit), language })
        for (const filter of filters) query.append(filter.key, filter.typed)
        const pages: number[] = []
        const steps: number[] = []
        let after = ''
        for (let page = 1; page <= Math.ceil(expectedRows.length / limit) + 1; page++) {
          const { status, body } = await owner.get(`/api/admin/toy?${query}&page=${page}`)
          expect(status, `${query} ${JSON.stringify(body)}`).toBe(200)
          expect(body.total).toBe(expectedRows.length)
          expect(body.data.length).toBeLessThanOrEqual(limit)
          pages.push(...body.data.map((row: Row) => row.id))
          if (page > 1 && !after) continue
          const next = (await owner.get(`/api/admin/toy?${query}${after && `&after=${after}`}`)).body
          steps.push(...next.data.map((row: Row) => row.id))
          after = next.next ?? ''
        }
        expect(pages, String(query)).toEqual(expectedRows)
        expect(steps, `${query}, by cursor`).toEqual(expectedRows)
      },
    ),
    tries(120),
  )
  expect(some).toBeGreaterThan(30)
})

test('staff limited to their own rows find no others, whatever they request', async () => {
  const asking = ['get drawer', 'create drawer']
  const people = [await it.staff(asking), await it.staff(asking)]
  const ownIds: number[][] = [[], []]
  let met = 0
  for (let n = 0; n < 16; n++) {
    const made = await people[n % 2]?.post('/api/admin/drawer', { title: `Drawer ${n % 5}`, code: `c${n}` })
    ownIds[n % 2]?.push(made?.body.id)
  }
  const query = fc.record({
    q: fc.constantFrom('', 'Drawer', 'c1', '3'),
    sort: fc.constantFrom('title', '-title', 'id', '-id'),
    title: fc.constantFrom('', 'Drawer 1', 'Drawer 2,Drawer 3'),
    owner_id: fc.constantFrom('', '1', '2', '3', '4'),
    limit: fc.constantFrom('1', '3', '100'),
  })
  await fc.assert(
    fc.asyncProperty(query, fc.nat(1), async (params, personIndex) => {
      const { status, body } = (await people[personIndex]?.get(`/api/admin/drawer?${new URLSearchParams(params)}`)) ?? {}
      expect(status).toBe(200)
      const visibleIds = body.data.map((row: Row) => row.id)
      expect(visibleIds.filter((id: number) => !ownIds[personIndex]?.includes(id))).toEqual([])
      met += visibleIds.length
      expect(body.total).toBeLessThanOrEqual(ownIds[personIndex]?.length ?? 0)
    }),
    tries(80),
  )
  expect(met).toBeGreaterThan(50)
})

const operators = ['', '__gte', '__lte', '__like', '__empty']
const typed = fc.oneof(
  strange.map((value) => (typeof value === 'object' || value === undefined ? (JSON.stringify(value) ?? '') : String(value))),
  fc.oneof(...Object.values(right)).map(toText),
)

describe.each(['toy', 'brand', 'saying'])('of %s', (resource) => {
  test('no filter, sort or cursor causes a database error: it is answered, or refused by name', async () => {
    const { fields } = it.kernel.registry.resource(resource)
    const names = ['created_at', ...fields.filter((field) => field.meta.filter).map((field) => field.name)]
    const sortable = ['id', 'updated_at', ...fields.filter((field) => field.meta.sort).map((field) => field.name)]
    const ask = async (query: Record<string, string>, name: string) => {
      try {
        await it.kernel.resources.list(systemCtx(it.kernel, 'test'), resource, query)
      } catch (error) {
        if (!(error instanceof AppError) || Array.isArray(error.messages))
          throw new Error(`${JSON.stringify(query)}: ${String(error)}`, { cause: error })
        expect(Object.keys(error.messages).map((path) => path.split('__')[0])).toEqual([name])
      }
    }
    for (const name of names)
      for (const operator of operators)
        await fc.assert(
          fc.asyncProperty(typed, (value) => ask({ [name + operator]: value }, name)),
          tries(12),
        )
    for (const name of sortable)
      await fc.assert(
        fc.asyncProperty(typed, fc.boolean(), fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double()), (value, down, id) =>
          ask({ sort: `${down ? '-' : ''}${name}`, after: writeCursor(value, id) }, 'after'),
        ),
        tries(12),
      )
  })
})

test('cursor pagination returns rows with missing values and equal timestamps once, forwards and backwards', async () => {
  await it.kernel.db.run(sql`insert into brand (url, title) select 'old-' || n, '{}'::jsonb from generate_series(1, 3) n`)
  for (let n = 0; n < 4; n++) await owner.post('/api/admin/brand', { url: `new-${n}`, title: `T${n}`, pg_int: n, pg_text: `t${n}` })
  const all = (await owner.get('/api/admin/brand?limit=100&sort=id')).body.total
  for (const sort of [
    'title',
    '-title',
    'pg_int',
    '-pg_int',
    'pg_text',
    '-pg_text',
    'created_at',
    '-created_at',
    'updated_at',
    '-updated_at',
  ]) {
    const met: number[] = []
    let after = ''
    do {
      const { body } = await owner.get(`/api/admin/brand?sort=${sort}&limit=2${after && `&after=${after}`}`)
      met.push(...body.data.map((row: Row) => row.id))
      after = body.next ?? ''
    } while (after && met.length < 40)
    const once = (await owner.get(`/api/admin/brand?sort=${sort}&limit=100`)).body.data.map((row: Row) => row.id)
    expect(met, sort).toEqual(once)
    expect(new Set(met).size, sort).toBe(all)
  }
})
