import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { definePlugin, defineResource, f, AppError, ownRowsScope, sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../support/app.ts'
import { createTablesSql } from '../support/tables.ts'

const branch = defineResource({
  name: 'twig',
  tree: 'above_id',
  locked: true,
  scope: ownRowsScope('owner_id', { all: 'see all twig' }),
  fields: {
    title: f.text({ list: true, filter: true }),
    above_id: f.maybe(f.one('twig')),
    owner_id: f.maybe(f.one('account')),
    order: f.int({ default: 0 }),
  },
})
const garden = definePlugin({ id: 'garden', resources: [branch], permissions: ['see all twig'] })

let it: TestApp
let owner: Client
const ids: Record<string, number> = {}
beforeAll(async () => {
  it = await testApp([], { extra: [garden], tables: createTablesSql([branch]) })
  owner = await it.staff('owner')
})
afterAll(() => it.close())
beforeEach(async () => {
  await it.kernel.db.run(sql`truncate twig`)
  await it.kernel.db.run(sql`delete from audit_log`)
  for (const [title, above] of Object.entries({ x: null, y: null, x1: 'x', x2: 'x', y1: 'y', deep: 'x1' }))
    ids[title] = (await it.kernel.resources.create(it.ctx, branch, { title, above_id: above === null ? null : ids[above] })).id
})

const id = (title: string) => ids[title] ?? 0
interface Line {
  title: string
  depth: number
  version: number
}
const lines = async (client = owner): Promise<Line[]> => (await client.get('/api/admin/twig/flat')).body.data
const drawn = async () => (await lines()).map(({ title, depth }) => `${'-'.repeat(depth)}${title}`)
const sort = (twigs: unknown, client = owner) => client.put('/api/admin/twig/sort', { twigs })
const move = (title: string, above: string | null) =>
  owner.put(`/api/admin/twig/${id(title)}`, { above_id: above === null ? null : id(above) })

describe('a tree', () => {
  test('is read with children after their parent, siblings in their order', async () => {
    expect(await drawn()).toEqual(['x', '-x1', '--deep', '-x2', 'y', '-y1'])
    await it.kernel.db.run(sql`update twig set "order" = case title when 'x' then 5 when 'x1' then 9 else 0 end`)
    expect(await drawn()).toEqual(['y', '-y1', 'x', '-x2', '-x1', '--deep'])
  })

  test('is sorted as a whole; rows that keep their place do not change', async () => {
    const nested = [
      { id: id('y'), children: [id('y1'), { id: id('deep') }] },
      { id: id('x'), children: [id('x2'), String(id('x1'))] },
    ]
    const sorted = await sort(nested)
    expect(sorted.status, JSON.stringify(sorted.body)).toBe(200)
    expect(await drawn()).toEqual(['y', '-y1', '-deep', 'x', '-x2', '-x1'])
    const before = await lines()
    await sort(nested)
    expect(await lines()).toEqual(before)
    expect(before.find((line) => line.title === 'deep')?.version).toBe(2)
    const log = await it.kernel.db.rows<{ verb: string }>(sql`select verb from audit_log where verb = 'sort'`)
    expect(log).toHaveLength(1)
  })

  test.each<[string, (all: number[]) => unknown]>([
    ['a row that is missing', (all) => all.slice(1)],
    ['a row that is not there', (all) => [...all, 999_999]],
    ['another row in the place of one', (all) => [...all.slice(1), 999_999]],
    ['a row named twice', (all) => [...all, all[0]]],
    ['a row inside itself', (all) => [...all.slice(1), { id: all[0], children: [{ id: all[0] }] }]],
    ['what is no id', (all) => [...all.slice(1), 'x']],
    ['what is no list', () => ({ id: 1 })],
    ['nothing', () => undefined],
  ])('refuses an order with %s', async (_title, order) => {
    const before = await lines()
    const refused = await sort(order(Object.values(ids)))
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.messages)).toEqual(['twigs'])
    expect(await lines()).toEqual(before)
  })

  test('shows and sorts only rows its reader may see', async () => {
    const clerk = await it.staff(['get twig', 'update twig'])
    const me = (await clerk.get('/api/admin')).body.id
    await it.kernel.db.run(sql`update twig set owner_id = ${me} where title in ('x', 'x2')`)
    expect((await lines(clerk)).map((line) => line.title)).toEqual(['x', 'x2'])
    expect((await sort([id('x2'), id('x')], clerk)).status).toBe(200)
    expect(await drawn()).toEqual(['y', '-y1', 'x2', 'x', '-x1', '--deep'])
    expect((await sort(Object.values(ids), clerk)).status).toBe(422)
    expect((await sort([], await it.staff(['get twig']))).status).toBe(403)
  })
})

describe('a row cannot be its own ancestor', () => {
  test('neither directly nor through its descendants', async () => {
    for (const [title, above] of [
      ['x', 'x'],
      ['x', 'x1'],
      ['x', 'deep'],
    ] as const) {
      const refused = await move(title, above)
      expect([refused.status, Object.keys(refused.body.messages)], `${title} under ${above}`).toEqual([422, ['above_id']])
    }
    expect((await move('x', 'y1')).status).toBe(200)
    expect((await move('deep', null)).status).toBe(200)
    expect(await drawn()).toEqual(['y', '-y1', '--x', '---x1', '---x2', 'deep'])
  })

  test('nor when two rows are moved below each other concurrently', async () => {
    let goOn: () => void = () => undefined
    const waits = new Promise<void>((resolve) => (goOn = resolve))
    let written: () => void = () => undefined
    const isWritten = new Promise<void>((resolve) => (written = resolve))
    const first = it.kernel.transaction(async (tx) => {
      await it.kernel.resources.updateIn(tx, it.ctx, branch, id('x'), { above_id: id('y1') })
      written()
      await waits
    })
    await isWritten
    const second = it.kernel.resources.update(it.ctx, branch, id('y'), { above_id: id('x1') }).then(
      () => 'taken',
      (error: unknown) => error,
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
    goOn()
    await first
    expect(await second).toBeInstanceOf(AppError)
    expect(await drawn()).toEqual(['y', '-y1', '--x', '---x1', '----deep', '---x2'])
  })
})

test('a batch deletes a tree from its leaves, in whatever order its rows are named', async () => {
  const deleted = await owner.delete('/api/admin/twig/batch', { ids: [id('x'), id('deep'), id('x1'), id('x2')] })
  expect(deleted.body.fail_ids).toEqual([])
  expect(deleted.body.success_ids[0]).toBe(id('deep'))
  expect(await drawn()).toEqual(['y', '-y1'])
  const left = await owner.delete('/api/admin/twig/batch', { ids: [id('y')] })
  expect(left.body).toMatchObject({ success_ids: [], fail_ids: [id('y')] })
})
