import { describe, expect, test } from 'vitest'
import { AppError, sql } from 'stoa'
import { findDrift } from '../../cli/migrate/drift.ts'
import { jar, hookCalls, usePantry } from './pantry.ts'

const { app, make, read, log } = usePantry()

describe('child rows', () => {
  test('are updated, added and disabled as sent, and each is logged by its label', async () => {
    const { id, lids } = await make({ lids: [{ size: 1 }, { size: 2 }] })
    const [first, second] = lids.map((lid) => lid.id)
    const changed = await app.owner.put(`/api/admin/jar/${id}`, { lids: [{ id: second, size: 5 }, { size: 9 }] })
    const state = (changed.body.lids as { id: number; size: number; enabled: boolean }[]).map((lid) => [lid.size, lid.enabled])
    expect(state.sort()).toEqual([
      [1, false],
      [5, true],
      [9, true],
    ])
    expect((await log(id)).at(-1)?.changes.map((c) => c.field)).toEqual(
      expect.arrayContaining(['lids[5].size', 'lids[9].size', 'lids[1].enabled']),
    )
    const again = await app.owner.put(`/api/admin/jar/${id}`, { lids: [{ id: second, size: 5 }] })
    expect(again.body.lids).toHaveLength(3)
    expect(first).toBeDefined()
  })

  test('of another row, or named twice, are refused at their path', async () => {
    const [first, other] = [await make({ lids: [{ size: 1 }] }), await make({ lids: [{ size: 2 }] })]
    const foreign = other.lids[0]?.id
    const ownLidId = first.lids[0]?.id
    expect((await app.owner.put(`/api/admin/jar/${first.id}`, { lids: [{ id: foreign, size: 7 }] })).body.messages).toHaveProperty([
      'lids.0',
    ])
    expect(
      (await app.owner.put(`/api/admin/jar/${first.id}`, { lids: [{ id: ownLidId }, { id: ownLidId }] })).body.messages,
    ).toHaveProperty(['lids.1'])
    const wrong = await app.owner.put(`/api/admin/jar/${first.id}`, { lids: [{ id: ownLidId }, { size: 0 }, {}] })
    expect(Object.keys(wrong.body.messages)).toEqual(['lids.1.size', 'lids.2.size'])
    expect((await read(other.id)).lids[0].size).toBe(2)
  })

  test('keep the order they were sent in', async () => {
    const { id, lids } = await make({ lids: [{ size: 1 }, { size: 2 }, { size: 3 }] })
    const turned = await app.owner.put(`/api/admin/jar/${id}`, { lids: [...lids].reverse().map((lid) => ({ id: lid.id })) })
    expect(turned.body.lids.map((lid: { size: number }) => lid.size)).toEqual([3, 2, 1])
  })
})

describe('a write', () => {
  test('to a many-relation keeps its order, logs old and new, and refuses a missing record', async () => {
    const labels = await Promise.all(
      ['a', 'b', 'c'].map(async (title) => (await app.owner.post('/api/admin/label', { title })).body.id as number),
    )
    const [a, b, c] = labels
    const { id } = await make({ labels: [c, a] })
    expect(await read(id)).toMatchObject({ labels: [c, a], labels_names: ['c', 'a'] })
    await app.owner.put(`/api/admin/jar/${id}`, { labels: [a, b] })
    expect((await log(id)).at(-1)?.changes).toEqual([{ field: 'labels', old: [c, a], new: [a, b] }])
    expect((await app.owner.put(`/api/admin/jar/${id}`, { labels: [a, 999_999] })).body.messages).toHaveProperty('labels')
    expect((await read(id)).labels).toEqual([a, b])
    expect((await app.owner.delete(`/api/admin/label/${a}`)).body.code).toBe('IN_USE')
  })

  test('without changes writes nothing: no version, no log entry', async () => {
    const { id } = await make({ note: 'x', lids: [{ size: 1 }] })
    const before = await read(id)
    await app.owner.put(`/api/admin/jar/${id}`, { code: before.code, title: 'Jar', price: '5.00', note: ' x ', version: 1 })
    expect(await read(id)).toEqual(before)
    expect(await log(id)).toHaveLength(1)
  })

  test('by the system follows the same rules', async () => {
    const { resources, transaction } = app.it.kernel
    await expect(resources.create(app.it.ctx, jar, { code: 'P1', title: { 'en-US': 'T' }, price: '-1' })).rejects.toMatchObject({
      messages: { price: [expect.anything()] },
    })
    const made = await resources.create(app.it.ctx, jar, { code: 'P1', title: { 'en-US': 'T' }, price: '1' })
    await expect(resources.update(app.it.ctx, jar, made.id, { price: '2', version: 9 })).rejects.toMatchObject({ kind: { code: 'STALE' } })
    expect(await resources.findBy(app.it.ctx, jar, 'code', 'P1')).toEqual({ id: made.id })
    expect(await resources.findBy(app.it.ctx, jar, 'code', 'p1')).toBeUndefined()
    await expect(resources.findBy(app.it.ctx, jar, 'lids', 'x')).rejects.toThrow('"lids" is no column of jar')
    const locked = await transaction((tx) => resources.lockIn(tx, app.it.ctx, jar, made.id))
    expect(locked).toMatchObject({ title: { 'en-US': 'T' }, price: '1.00' })
  })
})

describe('a deleted row', () => {
  test('is not found anymore, and without soft delete it is removed from its table', async () => {
    const { id } = await make({ code: 'GONE' })
    expect((await app.owner.delete(`/api/admin/jar/${id}`)).body).toEqual({ id })
    expect(hookCalls).toEqual(['removed GONE'])
    expect((await app.owner.get(`/api/admin/jar/${id}`)).status).toBe(404)
    expect((await app.owner.put(`/api/admin/jar/${id}`, { note: 'x' })).status).toBe(404)
    expect((await app.owner.delete(`/api/admin/jar/${id}`)).status).toBe(404)
    expect((await app.owner.get('/api/admin/jar?q=GONE')).body.total).toBe(0)
    expect(await app.it.kernel.resources.findBy(app.it.ctx, jar, 'code', 'GONE')).toBeUndefined()
    expect((await log(id)).at(-1)).toMatchObject({ verb: 'destroy' })
    const label = (await app.owner.post('/api/admin/label', { title: 'once' })).body.id
    await app.owner.delete(`/api/admin/label/${label}`)
    expect(await app.it.kernel.db.rows(sql`select 1 from label`)).toEqual([])
  })

  test('is kept when its declaration forbids deletion, with the reason', async () => {
    const { id } = await make({ code: 'KEPT' })
    const refused = await app.owner.delete(`/api/admin/jar/${id}`)
    expect([refused.status, refused.body.messages]).toEqual([422, { id: ['This is used elsewhere and cannot be deleted.'] }])
    expect((await read(id)).code).toBe('KEPT')
  })
})

describe('a batch', () => {
  test('selected by filter changes the rows that were counted, a thousand at a time', async () => {
    await app.it.kernel.db.run(
      sql`insert into jar (code, title, status, price_minor) select 'M' || i, '{"en-US": "M"}', 'draft', 100 from generate_series(1, 1005) i`,
    )
    const put = (matching: unknown, more: object = {}) =>
      app.owner.put('/api/admin/jar/batch', { matching, key: 'note', value: 'many', ...more })
    const filter = { status: 'draft' }
    expect((await put({ filter, count: 1_004 })).body.code).toBe('CONFLICT')
    const first = (await put({ filter, count: 1_005 })).body
    expect([first.success_ids.length, first.next]).toEqual([1_000, first.success_ids[999]])
    const rest = (await put({ filter, after: first.next })).body
    expect([rest.success_ids.length, rest.next]).toEqual([5, undefined])
    expect(await app.it.kernel.db.one(sql`select count(*)::int as n from jar where note = 'many'`)).toEqual({ n: 1_005 })
    expect((await put({ filter: { code: 'NONE' }, count: 0 })).body).toEqual({ success_ids: [], fail_ids: [], fails: [] })
  })

  test.each<[string, object]>([
    ['no filter at all', { matching: { count: 1 } }],
    ['a filter of nothing', { matching: { filter: { status: ' ' }, count: 1 } }],
    ['a filter nobody knows', { matching: { filter: { colour: 'red' }, count: 1 } }],
    ['a field no list is filtered by', { matching: { filter: { note: 'x' }, count: 1 } }],
    ['neither a number nor a place to go on', { matching: { filter: { status: 'draft' } } }],
    ['half a row as number', { matching: { filter: { status: 'draft' }, count: 1.5 } }],
    ['no ids', { ids: [] }],
    ['nothing', {}],
  ])('is refused with %s', async (_title, target) => {
    const { id } = await make()
    expect((await app.owner.put('/api/admin/jar/batch', { ...target, key: 'note', value: 'x' })).status).toBe(422)
    expect((await app.owner.delete('/api/admin/jar/batch', target)).status).toBe(422)
    expect(await read(id)).toMatchObject({ note: null })
  })

  test('sets only fields that allow it, and finds existing rows by key', async () => {
    const [one, two] = [await make({ code: 'K1' }), await make({ code: 'K2' })]
    const put = (key: unknown, value?: unknown) => app.owner.put('/api/admin/jar/batch', { ids: [one.id, two.id], key, value })
    for (const key of ['code', 'status', 'nothing', 5, undefined])
      expect((await put(key, 'x')).body.messages, String(key)).toHaveProperty('key')
    expect((await put('note')).body.messages).toHaveProperty('value')
    expect((await put('price', '-1')).body).toMatchObject({ success_ids: [], fail_ids: [one.id, two.id] })
    expect((await put('price', '9')).body.success_ids).toEqual([one.id, two.id])
    const deleted = await app.owner.delete('/api/admin/jar/batch', { names: ['K2', 'K3'] })
    expect(deleted.body.success_ids).toEqual([two.id])
    expect((await read(one.id)).price).toBe('9.00')
  })
})

describe('a database that differs from the declared resources', () => {
  const found = async (change: string, back: string) => {
    await app.it.kernel.db.pool.query(change)
    const problems = await findDrift(app.it.kernel)
    await app.it.kernel.db.pool.query(back)
    return problems
  }

  test('is reported by table and column', async () => {
    expect(await findDrift(app.it.kernel)).toEqual([])
    expect(await found('alter table jar rename note to notes', 'alter table jar rename notes to note')).toEqual([
      'jar.note: the column is missing',
    ])
    expect(
      await found('alter table jar alter price_minor type text', 'alter table jar alter price_minor type bigint using price_minor::bigint'),
    ).toEqual(['jar.price_minor: is text, declared as bigint'])
    expect(await found('alter table jar_label rename to jar_labels', 'alter table jar_labels rename to jar_label')).toEqual([
      'jar.labels: the link table jar_label is missing',
    ])
    expect(await found('alter table label rename to labels', 'alter table labels rename to label')).toEqual(['label: the table is missing'])
    expect(
      await found(
        'alter table jar drop version, drop deleted_at',
        'alter table jar add version int not null default 1, add deleted_at timestamptz',
      ),
    ).toEqual(['jar.version: the column is missing', 'jar.deleted_at: the column is missing'])
    expect(await found('alter table jar add more text', 'alter table jar drop more')).toEqual([])
    expect(await found('alter table lid alter size type bigint', 'alter table lid alter size type int')).toEqual([])
    expect(await findDrift(app.it.kernel)).toEqual([])
  })
})

test('invalid requests are refused and never cause a server error', async () => {
  const { id } = await make()
  const wrong = ['abc', '0', '-1', '1.5', '99999999999999999999', '%00', '1%27', '__proto__']
  for (const path of wrong)
    for (const url of [`/api/admin/jar/${path}`, `/api/admin/jar/${path}/shake`])
      expect([404, 422]).toContain((await app.owner.put(url, {})).status)
  const duplicate = await app.owner.post('/api/admin/jar', { code: (await read(id)).code, title: 'x', price: 1 })
  expect(duplicate.body.messages).toEqual({ code: [expect.stringContaining('unique')] })
  await expect(app.it.kernel.resources.get(app.it.ctx, jar, 999_999)).rejects.toBeInstanceOf(AppError)
})
