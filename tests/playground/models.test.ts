import { afterAll, beforeAll, expect, test } from 'vitest'
import { inverseRelation, relation } from 'stoa'
import { sql } from '../../core/db/sql.ts'
import { product } from '../../plugins/catalogue/resources/product.ts'
import type { Client, TestApp } from '../support/app.ts'
import { samples } from './field-types.ts'
import { part, saying, screw, shelf, toy } from './resources/toy.ts'
import { openPlayground } from './start.ts'

/** Models generated from the declarations read the same values as the engine, and can write only fields that need no processing. */
let it: TestApp
let owner: Client
let id: number
const values = Object.fromEntries(
  Object.entries(samples).map(
    ([
      name,
      {
        values: [first],
      },
    ]) => [name, first],
  ),
)

beforeAll(async () => {
  it = await openPlayground()
  owner = await it.staff('owner')
  const made = await owner.post('/api/admin/toy', {
    ...values,
    number: 'model-1',
    title: { 'en-US': 'Train', 'zh-HK': '火車' },
    sealed: 'a secret',
    shelves: [3, 1],
    parts: [
      { name: 'wheel', price: '2.50', screws: [{ size: 5 }, { size: 3 }] },
      { name: 'bell', screws: [] },
    ],
  })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  id = made.body.id
})
afterAll(() => it.close())

const INVALID = { kind: { code: 'INVALID' } }
const count = async () => (await it.kernel.db.one<{ n: number }>(sql`select count(*)::int as n from shelf`))?.n

test('fields of every type read like the API row, and secrets are not read', async () => {
  const [row] = await it.kernel.query(toy).where('id', id)
  const { body } = await owner.get(`/api/admin/toy/${id}?language=*`)
  for (const name of Object.keys(samples)) expect(row?.[name as 'int'], name).toEqual(body[name])
  expect(row?.title).toEqual({ 'en-US': 'Train', 'zh-HK': '火車' })
  expect(row).toMatchObject({ created_at: body.created_at, updated_at: body.updated_at })
  expect(JSON.stringify(row)).not.toContain('secret')
  for (const name of ['sealed', 'password', 'password_hash', 'ext', 'deleted_at']) expect(row).not.toHaveProperty(name)
})

test('a graph reads child rows in order, relations, and many-relations in their order', async () => {
  const found = await it.kernel.query(toy, { shelf, shelves: shelf, parts: relation(part, { graph: { screws: screw } }) }).findById(id)
  expect(found?.shelf?.title).toBe('Shelf a')
  expect(found?.shelves.map((s) => s.title)).toEqual(['Shelf c', 'Shelf a'])
  expect(found?.parts.map((p) => [p.name, p.price, p.screws.map((s) => s.size)])).toEqual([
    ['wheel', '2.50', [5, 3]],
    ['bell', null, []],
  ])
})

test('inverse relations are read by the field that refers here', async () => {
  const found = await it.kernel.query(shelf, { toys: inverseRelation(toy, 'shelf_id', { only: ['number'] }) }).findById(1)
  expect(found?.toys.map((row) => row.number)).toEqual(['model-1'])
  expect(found?.toys[0]).not.toHaveProperty('text')
})

test('soft-deleted rows are not found through an inverse relation', async () => {
  const deletedToy = await owner.post('/api/admin/toy', { number: 'model-gone', title: 'Gone', shelf_id: 2 })
  const countToys = async () => (await it.kernel.query(shelf, { toys: inverseRelation(toy, 'shelf_id') }).findById(2))?.toys.length
  expect(await countToys()).toBe(1)
  await owner.delete(`/api/admin/toy/${deletedToy.body.id}`)
  expect(await countToys()).toBe(0)
})

test('an unknown relation, or one with another target than stated, is named', async () => {
  // @ts-expect-error -- a toy has no such relation, so nothing could be read of it
  expect(() => it.kernel.query(toy, { shelff: shelf }).then((rows) => rows[0]?.shelff.title)).toThrow('"shelff" of "toy"')
  expect(() => it.kernel.query(toy, { shelf: part })).toThrow('"shelf" of "toy" does not lead to "part"')
})

test('a write is validated by field type, and errors are reported by field', async () => {
  const before = await count()
  const write = (values: object) => it.kernel.transaction((tx) => tx.query(shelf).insert(values))
  await expect(write({ title: 7 })).rejects.toMatchObject({ ...INVALID, messages: { title: expect.anything() } })
  await expect(write({})).rejects.toMatchObject({ ...INVALID, messages: { title: expect.anything() } })
  await expect(write({ title: 'Good', colour: 'red' })).rejects.toMatchObject({ ...INVALID, messages: { colour: expect.anything() } })
  expect(await count()).toBe(before)
})

test('every field type is written as the engine writes it', async () => {
  for (const [name, { values }] of Object.entries(samples).filter(([name]) => name !== 'rich')) {
    await it.kernel.transaction((tx) =>
      tx
        .query(toy)
        .patch({ [name]: values[1] })
        .where('id', id),
    )
    expect((await owner.get(`/api/admin/toy/${id}`)).body[name], name).toEqual(values[1])
  }
})

test('secrets, passwords and rich text can be written by the engine only', async () => {
  for (const patch of [{ sealed: 'plain' }, { password: 'plain' }, { rich: '<p>fine<script>alert(1)</script></p>' }])
    await expect(it.kernel.transaction((tx) => tx.query(toy).findById(id).patch(patch))).rejects.toThrow('made ready by the engine')
})

test('texts are written per language', async () => {
  await it.kernel.transaction((tx) => tx.query(saying).insert({ number: 's-1', text: { 'en-US': 'Good', 'zh-CN': '好' } }))
  const [saved] = await it.kernel.query(saying).where('number', 's-1')
  expect(saved?.text).toEqual({ 'en-US': 'Good', 'zh-CN': '好' })
})

test('a query in a transaction sees its own writes, which are rolled back with it', async () => {
  const before = await count()
  const failed = it.kernel.transaction(async (tx) => {
    await tx.query(shelf).insert({ title: 'For a moment' })
    expect(await tx.query(shelf).where('title', 'For a moment')).toHaveLength(1)
    expect(await it.kernel.query(shelf).where('title', 'For a moment')).toHaveLength(0)
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await count()).toBe(before)
})

test('writes outside a transaction are refused', async () => {
  const before = await count()
  await expect(it.kernel.query(shelf).insert({ title: 'Alone' })).rejects.toThrow('outside of a transaction')
  await expect(it.kernel.query(shelf).patch({ title: 'Alone' })).rejects.toThrow('outside of a transaction')
  await expect(it.kernel.query(shelf).delete()).rejects.toThrow('outside of a transaction')
  expect(await count()).toBe(before)
})

test('a write increments the version and invalidates caches', async () => {
  const made = await owner.post('/api/admin/product', {
    name: 'Kettle',
    sku: 'KETTLE-M',
    url: 'kettle-m',
    stocks: [{ price: '5.00', sku: 'KM1' }],
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const changedResources: string[] = []
  it.kernel.cache.onChange((resources) => changedResources.push(...resources))
  await it.kernel.transaction((tx) => tx.query(product).findById(made.body.id).patch({ is_new: true }))
  const { body } = await owner.get(`/api/admin/product/${made.body.id}`)
  expect(body).toMatchObject({ is_new: true, version: made.body.version + 1 })
  expect(body.updated_at > made.body.updated_at).toBe(true)
  expect(changedResources).toContain('product')
})

test('values are passed as bound parameters, whatever they contain', async () => {
  const title = `'; drop table shelf; -- ?`
  await it.kernel.transaction((tx) => tx.query(shelf).insert({ title }))
  expect(await it.kernel.query(shelf).where({ title })).toHaveLength(1)
})
