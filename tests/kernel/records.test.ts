import { beforeEach, expect, expectTypeOf, test } from 'vitest'
import { column, defineRecord, definePlugin, defineResource, extendResource, f, jsonColumn, sql } from 'stoa'
import { Registry } from '../../core/plugin/registry.ts'
import { suite } from '../support/suite.ts'
import { createTablesSql } from '../support/tables.ts'

const parcel = defineRecord({
  name: 'parcel',
  verbs: ['get', 'update'],
  locked: true,
  fields: {
    code: f.text({ unique: true }),
    title: f.maybe(f.text({ localized: true })),
    price: f.money(),
    fee: f.maybe(f.money()),
    tags: f.tags(),
    size: f.maybe(f.json<{ width: number }>()),
    sent_at: f.maybe(f.instant()),
  },
  events: [],
  internal: { weight: column('integer'), route: jsonColumn<string[]>(), stops: column('bigint[]') },
})
const parcelPlugin = definePlugin({ id: 'house', resources: [parcel] })
const visitor = definePlugin({
  id: 'visitor',
  requires: ['house'],
  extend: [extendResource(parcel, { fields: { colour: f.text({ default: 'red' }), fragile: f.maybe(f.flag({ default: false })) } })],
})

const app = suite([], { extra: [parcelPlugin, visitor], tables: createTablesSql([parcel]) })
beforeEach(() => app.it.kernel.db.run(sql`truncate parcel restart identity`))

const rows = () =>
  app.it.kernel.db.rows<Record<string, unknown>>(sql`
    select id, code, title, price_minor, fee_minor, tags, size, weight, route, to_json(stops) as stops, ext, version, updated_at > created_at as changed from parcel order by id`)

test('a row is inserted by its columns, with JSON, lists, expressions and the defaults of contributed fields', async () => {
  const { kernel } = app.it
  const id = await kernel.transaction((tx) =>
    tx.insert(parcel, {
      code: 'A',
      title: { 'en-US': 'Box' },
      price_minor: 1_250,
      size: { width: 3 },
      tags: ['a', 'b'],
      weight: sql`${2} + 3`,
      route: ['x', 'y'],
      stops: [4, 5],
    }),
  )
  expect(await rows()).toEqual([
    {
      id,
      code: 'A',
      title: { 'en-US': 'Box' },
      price_minor: 1250,
      fee_minor: null,
      tags: ['a', 'b'],
      size: { width: 3 },
      weight: 5,
      route: ['x', 'y'],
      stops: [4, 5],
      ext: { visitor: { colour: 'red', fragile: false } },
      version: 1,
      changed: false,
    },
  ])
})

test('many rows are inserted by one statement with the same text for any number', async () => {
  const { kernel } = app.it
  const many = (n: number) =>
    Array.from({ length: n }, (_, i) => ({ code: `B${i}`, price_minor: i, ...(i === 1 ? { ext: { visitor: { colour: 'blue' } } } : {}) }))
  const ids = await kernel.transaction((tx) => tx.insertAll(parcel, many(3), { weight: 7, fee_minor: sql`${1} + 1` }))
  expect((await rows()).map(({ id, code, weight, fee_minor, ext }) => [id, code, weight, fee_minor, ext])).toEqual(
    ids.map((id, i) => [id, `B${i}`, 7, 2, { visitor: { colour: i === 1 ? 'blue' : 'red', fragile: false } }]),
  )
  expect(kernel.records.insertAllSql(parcel, many(3)).text).toBe(kernel.records.insertAllSql(parcel, many(9)).text)
  expect(await kernel.transaction((tx) => tx.insertAll(parcel, []))).toEqual([])
})

test('an insert inside a larger statement runs once for each selected row', async () => {
  const { kernel } = app.it
  const insert = (places: number) =>
    kernel.transaction((tx) =>
      tx.rows(sql`with free as (select ${places}::int as n where ${places}::int > 0),
        made as (${kernel.records.insertSql(parcel, { code: 'C', price_minor: 5, weight: sql`free.n`, route: null }, sql`free`)} returning id)
        select id from made`),
    )
  expect(await insert(0)).toEqual([])
  expect(await insert(2)).toHaveLength(1)
  expect((await rows())[0]).toMatchObject({ weight: 2, ext: { visitor: { colour: 'red' } } })
})

test('matching rows are updated with version and time, and matching rows are removed', async () => {
  const { kernel } = app.it
  await kernel.transaction((tx) => tx.insertAll(parcel, [{ code: 'D1' }, { code: 'D2' }, { code: 'D3' }], { price_minor: 1 }))
  const changed = await kernel.transaction((tx) =>
    tx.update(parcel, { code: ['D1', 'D2'], fee_minor: null }, { fee_minor: 9, weight: sql`coalesce(t.weight, 0) + 1` }),
  )
  expect(changed).toBe(2)
  expect((await rows()).map(({ fee_minor, weight, version, changed: isLater }) => [fee_minor, weight, version, isLater])).toEqual([
    [9, 1, 2, true],
    [9, 1, 2, true],
    [null, null, 1, false],
  ])
  expect(await kernel.transaction((tx) => tx.remove(parcel, { fee_minor: 9 }))).toBe(2)
  expect(await rows()).toHaveLength(1)
})

test('a write invalidates caches of the record, and one that matches no row does not', async () => {
  const { kernel } = app.it
  const touched = await kernel.transaction(async (tx) => {
    const names: string[] = []
    const writer = kernel.records.over({ rows: tx.rows, run: tx.run, invalidate: (resource) => void names.push(resource) })
    await writer.update(parcel, { code: 'nobody' }, { weight: 1 })
    await writer.remove(parcel, { code: 'nobody' })
    names.push('-')
    await writer.insert(parcel, { code: 'E', price_minor: 1 })
    await writer.update(parcel, { code: 'E' }, { weight: 1 })
    await writer.remove(parcel, { code: 'E' })
    return names
  })
  expect(touched).toEqual(['-', 'parcel', 'parcel', 'parcel'])
})

test('an empty condition and an undeclared column are refused before anything is sent', async () => {
  const { kernel } = app.it
  await expect(kernel.transaction((tx) => tx.remove(parcel, {}))).rejects.toThrow(/parcel.*without a condition/)
  await expect(kernel.transaction((tx) => tx.update(parcel, {}, { weight: 1 }))).rejects.toThrow(/without a condition/)
  await expect(kernel.transaction((tx) => tx.insert(parcel, { code: 'F', wieght: 1 } as object))).rejects.toThrow(
    /"wieght" is no column of "parcel"/,
  )
})

test('values have the types of their columns', () => {
  const calls = app.it.kernel.transaction
  expectTypeOf(calls).toBeFunction()
  const typed = () =>
    app.it.kernel.transaction(async (tx) => {
      // @ts-expect-error -- amounts are minor units
      await tx.insert(parcel, { price: '12.50' })
      // @ts-expect-error -- an amount is a number
      await tx.insert(parcel, { price_minor: '12.50' })
      // @ts-expect-error -- a misspelt column
      await tx.update(parcel, { id: 1 }, { wieght: 1 })
      // @ts-expect-error -- JSON of another shape
      await tx.insertAll(parcel, [{ route: [1] }])
      // @ts-expect-error -- a resource the engine writes
      await tx.insert(plain, { title: 'x' })
    })
  expectTypeOf(typed).toBeFunction()
})

const plain = defineResource({ name: 'plain', fields: { title: f.text() } })

test.each([
  'parseInput',
  'beforeValidate',
  'beforeValidateMany',
  'validate',
  'validateMany',
  'afterSave',
  'afterSaveMany',
  'afterImport',
  'canDelete',
  'afterDelete',
] as const)('the hook "%s" of another plugin on a record stops the start and names the event to listen to', (hook) => {
  const announced = defineRecord({ name: 'letter', verbs: ['get'], fields: { title: f.text() }, events: ['letter.sent' as never] })
  const start = (resource: typeof announced | typeof plain) => () =>
    new Registry([
      definePlugin({ id: 'post', resources: [resource] }),
      definePlugin({ id: 'guest', requires: ['post'], extend: [extendResource(resource.name, { hooks: { [hook]: () => true } })] }),
    ])
  expect(start(announced)).toThrow(new RegExp(`letter.*"${hook}" of plugin "guest".*Listen to "letter.sent"`))
  expect(start(plain)).not.toThrow()
})

test('transition hooks, fields, and deletion hooks where rows can be deleted, may be contributed to a record', () => {
  const note = defineRecord({ name: 'note_sent', verbs: ['get', 'destroy'], fields: { title: f.text() }, events: [] })
  const hooks = { beforeTransition: () => {}, afterTransition: () => {}, canDelete: () => true as const, afterDelete: () => {} }
  expect(
    () =>
      new Registry([
        definePlugin({ id: 'post', resources: [note] }),
        definePlugin({
          id: 'guest',
          requires: ['post'],
          extend: [extendResource(note, { fields: { hue: f.text({ default: '' }) }, hooks })],
        }),
      ]),
  ).not.toThrow()
})

test('an internal column with the name of a field stops the start', () => {
  const twice = defineRecord({ name: 'twice', fields: { title: f.text() }, events: [], internal: { title: column('text') } })
  expect(() => new Registry([definePlugin({ id: 'post', resources: [twice] })])).toThrow(/twice.*"title"/)
})
