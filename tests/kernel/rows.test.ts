import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { definePlugin, defineResource, f, Failed, invalid, sql, tellHistory, text, WRONG_STATE } from '#core'
import { drift } from '../../cli/migrate/drift.ts'
import { type Client, type TestApp, testApp } from '../support/app.ts'
import { tablesOf } from '../support/tables.ts'

const told: string[] = []
const lid = defineResource({
  name: 'lid',
  verbs: [],
  hide: 'enabled',
  label: 'size',
  fields: { jar_id: f.one('jar'), size: f.int({ min: 1 }), enabled: f.flag({ default: true }), order: f.int({ default: 0 }) },
})
const label = defineResource({ name: 'label', fields: { title: f.text({ unique: true }) } })
const jar = defineResource({
  name: 'jar',
  match: 'code',
  locked: true,
  softDelete: true,
  fields: {
    code: f.text({ unique: true, list: true, sort: true, filter: true, search: true }),
    title: f.text({ localized: true, list: true }),
    status: f.pick(['draft', 'pending', 'completed'], { readOnly: true, list: true, filter: true }),
    price: f.money({ batch: true, filter: true }),
    note: f.maybe(f.text({ batch: true })),
    lids: f.rows(lid, { by: 'jar_id' }),
    labels: f.many('label', { through: 'jar_label' }),
  },
  states: {
    field: 'status',
    start: 'draft',
    moves: {
      offer: {
        from: ['draft'],
        to: 'pending',
        input: { reason: f.text({ default: '' }), n: f.int({ default: 1 }) },
        guard: ({ row }) => {
          told.push(`guard ${String(row.status)}`)
          if (row.code === 'GUARDED') throw invalid({ code: 'guarded' })
        },
        effect: ({ input }) => void told.push(`effect ${input.n}`),
      },
      finish: { from: ['pending'], to: 'completed' },
      expire: { from: ['draft', 'pending'], to: 'completed', manual: false },
    },
  },
  actions: { shake: { input: { n: f.int({ min: 1 }) }, run: ({ input }) => void told.push(`shake ${input.n}`) } },
  hooks: {
    moving: ({ move, row }) => void told.push(`moving ${move} ${String(row.status)}`),
    moved: ({ move }) => void told.push(`moved ${move}`),
    removable: ({ row }) => (row.code === 'KEPT' ? text('core:error.in_use') : true),
    removed: ({ row }) => void told.push(`removed ${String(row.code)}`),
  },
})
const pantry = definePlugin({ id: 'pantry', resources: [jar, lid, label] })

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp([], { extra: [pantry], tables: tablesOf([jar, lid, label]) })
  owner = await it.staff('owner')
})
afterAll(() => it.close())
beforeEach(async () => {
  await it.kernel.db.run(sql`truncate jar, lid, label, jar_label, status_history, audit_log`)
  told.length = 0
})

let n = 0
const make = async (values: object = {}): Promise<{ id: number; version: number; lids: { id: number }[] }> => {
  const made = await owner.post('/api/admin/jar', { code: `J${++n}`, title: 'Jar', price: '5', ...values })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  return made.body
}
const read = async (id: number) => (await owner.get(`/api/admin/jar/${id}`)).body
const log = (id: number) =>
  it.kernel.db.rows<{ verb: string; changes: { field: string; old: unknown; new: unknown }[] }>(
    sql`select verb, changes from audit_log where resource = 'jar' and row_id = ${id} order by id`,
  )

describe('a move', () => {
  test('asks its guard, changes the status, keeps history and does its effect, in that order', async () => {
    const { id } = await make()
    const moved = await owner.post(`/api/admin/jar/${id}/offer`, { reason: 'ready', n: 4 })
    expect(moved.body).toMatchObject({ status: 'pending', version: 2 })
    expect(told).toEqual(['guard draft', 'moving offer draft', 'effect 4', 'moved offer'])
    expect((await log(id)).at(-1)).toEqual({ verb: 'status', changes: [{ field: 'status', old: 'draft', new: 'pending' }] })
    const me = (await owner.get('/api/admin')).body.id
    expect(
      await it.kernel.db.rows(
        sql`select document_type, document_id, from_status, to_status, actor_kind, actor_id, reason from status_history`,
      ),
    ).toEqual([
      {
        document_type: 'jar',
        document_id: id,
        from_status: 'draft',
        to_status: 'pending',
        actor_kind: 'admin',
        actor_id: me,
        reason: 'ready',
      },
    ])
  })

  test('from another status is refused and changes nothing', async () => {
    const { id } = await make()
    const refused = await owner.post(`/api/admin/jar/${id}/finish`)
    expect([refused.status, refused.body.code, Object.keys(refused.body.messages)]).toEqual([409, 'WRONG_STATE', ['status']])
    expect([(await read(id)).status, told]).toEqual(['draft', []])
  })

  test('of a row that is locked already is written by a statement of the caller, with hooks, history and audit log', async () => {
    const { id } = await make()
    const { resources } = it.kernel
    const offer = (status: string, title: string) =>
      it.kernel.work((tx) =>
        resources.moveLockedIn(tx, it.ctx, 'jar', { id, status }, { action: 'offer', input: { n: 2 } }, (parts) =>
          tx.one(sql`with ${parts}, noted as (insert into label (title) values (${title})) select id from moved`),
        ),
      )
    await offer('draft', 'large')
    expect(await read(id)).toMatchObject({ status: 'pending', version: 2 })
    expect(told).toEqual(['guard draft', 'moving offer draft', 'effect 2', 'moved offer'])
    expect((await log(id)).at(-1)).toEqual({ verb: 'status', changes: [{ field: 'status', old: 'draft', new: 'pending' }] })
    expect(await it.kernel.db.rows(sql`select from_status, to_status from status_history`)).toEqual([
      { from_status: 'draft', to_status: 'pending' },
    ])
    expect(await it.kernel.db.rows(sql`select title from label`)).toEqual([{ title: 'large' }])
    await expect(offer('draft', 'small')).rejects.toMatchObject({ kind: WRONG_STATE })
    expect(await it.kernel.db.rows(sql`select 1 from status_history`)).toHaveLength(1)
  })

  test('of a row that is locked already is refused where it has another status than the caller says', async () => {
    const { id } = await make()
    const finish = it.kernel.work((tx) =>
      it.kernel.resources.moveLockedIn(tx, it.ctx, 'jar', { id, status: 'pending' }, { action: 'finish', input: {} }, (parts) =>
        tx.one(sql`with ${parts} select id from moved`),
      ),
    )
    await expect(finish).rejects.toMatchObject({ kind: WRONG_STATE })
    expect((await read(id)).status).toBe('draft')
  })

  test('that its guard refuses, or that is asked wrongly, changes nothing', async () => {
    const { id } = await make({ code: 'GUARDED' })
    expect((await owner.post(`/api/admin/jar/${id}/offer`)).body.messages).toEqual({ code: ['guarded'] })
    expect((await owner.post(`/api/admin/jar/${id}/offer`, { n: 'x' })).body.messages).toHaveProperty('n')
    expect(await read(id)).toMatchObject({ status: 'draft', version: 1 })
    expect(await it.kernel.db.rows(sql`select 1 from status_history`)).toEqual([])
  })

  test('asked by two at once is made once', async () => {
    const { id } = await make()
    const both = await Promise.all([1, 2, 3].map(() => owner.post(`/api/admin/jar/${id}/offer`)))
    expect(both.map((one) => one.status).sort()).toEqual([200, 409, 409])
    expect(await it.kernel.db.rows(sql`select 1 from status_history`)).toHaveLength(1)
  })

  test('that is the product’s own has no button, and is made by the product', async () => {
    const { id } = await make()
    expect((await owner.post(`/api/admin/jar/${id}/expire`)).status).toBe(404)
    await it.kernel.resources.move(it.ctx, jar, id, 'expire')
    expect((await read(id)).status).toBe('completed')
    await expect(it.kernel.resources.move(it.ctx, jar, id, 'melt')).rejects.toMatchObject({ kind: { code: 'NOT_FOUND' } })
  })

  test('of a status cannot be made by writing it', async () => {
    const { id } = await make({ status: 'completed' })
    await owner.put(`/api/admin/jar/${id}`, { status: 'pending', note: 'x' })
    expect(await read(id)).toMatchObject({ status: 'draft', note: 'x' })
  })

  test('needs a right of its own', async () => {
    const { id } = await make()
    const clerk = await it.staff(['get jar', 'update jar', 'finish jar'])
    expect((await clerk.post(`/api/admin/jar/${id}/offer`)).status).toBe(403)
    expect((await (await it.staff(['offer jar'])).post(`/api/admin/jar/${id}/offer`)).status).toBe(200)
    expect((await clerk.post(`/api/admin/jar/${id}/finish`)).status).toBe(200)
    expect((await clerk.post(`/api/admin/jar/${id}/shake`, { n: 1 })).status).toBe(403)
  })

  test('of many rows leaves those that cannot, and says why', async () => {
    const [one, two] = [await make(), await make()]
    await owner.post(`/api/admin/jar/${two.id}/offer`)
    const { body } = await owner.post('/api/admin/jar/batch/offer', { ids: [two.id, one.id], n: 2 })
    expect(body).toMatchObject({ success_ids: [one.id], fail_ids: [two.id], fails: [{ id: two.id, reason: expect.stringMatching(/\w/) }] })
  })
})

test('an action does what it says, tells the audit log, and leaves the row as it is', async () => {
  const { id } = await make()
  expect((await owner.post(`/api/admin/jar/${id}/shake`, { n: 0 })).body.messages).toHaveProperty('n')
  expect((await owner.post(`/api/admin/jar/${id}/shake`, { n: 2 })).body).toMatchObject({ status: 'draft', version: 1 })
  expect(told).toEqual(['moving shake draft', 'shake 2', 'moved shake'])
  expect((await log(id)).at(-1)).toEqual({ verb: 'shake', changes: [] })
})

test('history is told of visitors and the product without a number', async () => {
  const { id } = await make()
  const tell = (actor: object) =>
    it.kernel.work((tx) => tellHistory({ ctx: { ...it.ctx, actor: actor as never }, tx }, { name: 'jar' }, id, { from: null, to: 'draft' }))
  for (const actor of [{ kind: 'guest' }, { kind: 'customer', id: 5 }, { kind: 'system', name: 'clock' }]) await tell(actor)
  expect(await it.kernel.db.rows(sql`select actor_kind, actor_id, from_status, reason from status_history order by id`)).toEqual([
    { actor_kind: 'guest', actor_id: null, from_status: null, reason: '' },
    { actor_kind: 'customer', actor_id: 5, from_status: null, reason: '' },
    { actor_kind: 'system', actor_id: null, from_status: null, reason: '' },
  ])
})

describe('rows below a row', () => {
  test('are changed, added and hidden by what is sent; each is told by what it is called', async () => {
    const { id, lids } = await make({ lids: [{ size: 1 }, { size: 2 }] })
    const [first, second] = lids.map((one) => one.id)
    const changed = await owner.put(`/api/admin/jar/${id}`, { lids: [{ id: second, size: 5 }, { size: 9 }] })
    const state = (changed.body.lids as { id: number; size: number; enabled: boolean }[]).map((one) => [one.size, one.enabled])
    expect(state.sort()).toEqual([
      [1, false],
      [5, true],
      [9, true],
    ])
    expect((await log(id)).at(-1)?.changes.map((c) => c.field)).toEqual(
      expect.arrayContaining(['lids[5].size', 'lids[9].size', 'lids[1].enabled']),
    )
    const again = await owner.put(`/api/admin/jar/${id}`, { lids: [{ id: second, size: 5 }] })
    expect(again.body.lids).toHaveLength(3)
    expect(first).toBeDefined()
  })

  test('of another row, or named twice, are refused by their place', async () => {
    const [one, other] = [await make({ lids: [{ size: 1 }] }), await make({ lids: [{ size: 2 }] })]
    const foreign = other.lids[0]?.id
    const own = one.lids[0]?.id
    expect((await owner.put(`/api/admin/jar/${one.id}`, { lids: [{ id: foreign, size: 7 }] })).body.messages).toHaveProperty(['lids.0'])
    expect((await owner.put(`/api/admin/jar/${one.id}`, { lids: [{ id: own }, { id: own }] })).body.messages).toHaveProperty(['lids.1'])
    const wrong = await owner.put(`/api/admin/jar/${one.id}`, { lids: [{ id: own }, { size: 0 }, {}] })
    expect(Object.keys(wrong.body.messages)).toEqual(['lids.1.size', 'lids.2.size'])
    expect((await read(other.id)).lids[0].size).toBe(2)
  })

  test('stand in the order they were sent in', async () => {
    const { id, lids } = await make({ lids: [{ size: 1 }, { size: 2 }, { size: 3 }] })
    const turned = await owner.put(`/api/admin/jar/${id}`, { lids: [...lids].reverse().map((one) => ({ id: one.id })) })
    expect(turned.body.lids.map((one: { size: number }) => one.size)).toEqual([3, 2, 1])
  })
})

describe('a write', () => {
  test('of many picks keeps their order, tells both, and refuses one that is not there', async () => {
    const labels = await Promise.all(
      ['a', 'b', 'c'].map(async (title) => (await owner.post('/api/admin/label', { title })).body.id as number),
    )
    const [a, b, c] = labels
    const { id } = await make({ labels: [c, a] })
    expect(await read(id)).toMatchObject({ labels: [c, a], labels_names: ['c', 'a'] })
    await owner.put(`/api/admin/jar/${id}`, { labels: [a, b] })
    expect((await log(id)).at(-1)?.changes).toEqual([{ field: 'labels', old: [c, a], new: [a, b] }])
    expect((await owner.put(`/api/admin/jar/${id}`, { labels: [a, 999_999] })).body.messages).toHaveProperty('labels')
    expect((await read(id)).labels).toEqual([a, b])
    expect((await owner.delete(`/api/admin/label/${a}`)).body.code).toBe('IN_USE')
  })

  test('that changes nothing writes nothing: no version, no line in the log', async () => {
    const { id } = await make({ note: 'x', lids: [{ size: 1 }] })
    const before = await read(id)
    await owner.put(`/api/admin/jar/${id}`, { code: before.code, title: 'Jar', price: '5.00', note: ' x ', version: 1 })
    expect(await read(id)).toEqual(before)
    expect(await log(id)).toHaveLength(1)
  })

  test('by the product goes by the same rules', async () => {
    const { resources, work } = it.kernel
    await expect(resources.create(it.ctx, jar, { code: 'P1', title: { 'en-US': 'T' }, price: '-1' })).rejects.toMatchObject({
      texts: { price: [expect.anything()] },
    })
    const made = await resources.create(it.ctx, jar, { code: 'P1', title: { 'en-US': 'T' }, price: '1' })
    await expect(resources.update(it.ctx, jar, made.id, { price: '2', version: 9 })).rejects.toMatchObject({ kind: { code: 'STALE' } })
    expect(await resources.findBy(it.ctx, jar, 'code', 'P1')).toEqual({ id: made.id })
    expect(await resources.findBy(it.ctx, jar, 'code', 'p1')).toBeUndefined()
    await expect(resources.findBy(it.ctx, jar, 'lids', 'x')).rejects.toThrow('"lids" is no column of jar')
    const locked = await work((tx) => resources.lockIn(tx, it.ctx, jar, made.id))
    expect(locked).toMatchObject({ title: { 'en-US': 'T' }, price: '1.00' })
  })
})

describe('a row that is deleted', () => {
  test('is found by nobody any more, and what was called so can be called so again only when it is really gone', async () => {
    const { id } = await make({ code: 'GONE' })
    expect((await owner.delete(`/api/admin/jar/${id}`)).body).toEqual({ id })
    expect(told).toEqual(['removed GONE'])
    expect((await owner.get(`/api/admin/jar/${id}`)).status).toBe(404)
    expect((await owner.put(`/api/admin/jar/${id}`, { note: 'x' })).status).toBe(404)
    expect((await owner.delete(`/api/admin/jar/${id}`)).status).toBe(404)
    expect((await owner.get('/api/admin/jar?q=GONE')).body.total).toBe(0)
    expect(await it.kernel.resources.findBy(it.ctx, jar, 'code', 'GONE')).toBeUndefined()
    expect((await log(id)).at(-1)).toMatchObject({ verb: 'destroy' })
    const label = (await owner.post('/api/admin/label', { title: 'once' })).body.id
    await owner.delete(`/api/admin/label/${label}`)
    expect(await it.kernel.db.rows(sql`select 1 from label`)).toEqual([])
  })

  test('stays when its declaration says so, with the reason', async () => {
    const { id } = await make({ code: 'KEPT' })
    const kept = await owner.delete(`/api/admin/jar/${id}`)
    expect([kept.status, kept.body.messages]).toEqual([422, { id: ['This is used elsewhere and cannot be deleted.'] }])
    expect((await read(id)).code).toBe('KEPT')
  })
})

describe('many rows at once', () => {
  test('named by what matches are those that were shown, a thousand at a time', async () => {
    await it.kernel.db.run(
      sql`insert into jar (code, title, status, price_minor) select 'M' || i, '{"en-US": "M"}', 'draft', 100 from generate_series(1, 1005) i`,
    )
    const put = (matching: unknown, more: object = {}) =>
      owner.put('/api/admin/jar/batch', { matching, key: 'note', value: 'many', ...more })
    const filter = { status: 'draft' }
    expect((await put({ filter, count: 1_004 })).body.code).toBe('CONFLICT')
    const first = (await put({ filter, count: 1_005 })).body
    expect([first.success_ids.length, first.next]).toEqual([1_000, first.success_ids[999]])
    const rest = (await put({ filter, after: first.next })).body
    expect([rest.success_ids.length, rest.next]).toEqual([5, undefined])
    expect(await it.kernel.db.one(sql`select count(*)::int as n from jar where note = 'many'`)).toEqual({ n: 1_005 })
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
  ])('are not taken by %s', async (_what, target) => {
    const { id } = await make()
    expect((await owner.put('/api/admin/jar/batch', { ...target, key: 'note', value: 'x' })).status).toBe(422)
    expect((await owner.delete('/api/admin/jar/batch', target)).status).toBe(422)
    expect(await read(id)).toMatchObject({ note: null })
  })

  test('get values of fields that say so alone, and named by key those that are there', async () => {
    const [one, two] = [await make({ code: 'K1' }), await make({ code: 'K2' })]
    const put = (key: unknown, value?: unknown) => owner.put('/api/admin/jar/batch', { ids: [one.id, two.id], key, value })
    for (const key of ['code', 'status', 'nothing', 5, undefined])
      expect((await put(key, 'x')).body.messages, String(key)).toHaveProperty('key')
    expect((await put('note')).body.messages).toHaveProperty('value')
    expect((await put('price', '-1')).body).toMatchObject({ success_ids: [], fail_ids: [one.id, two.id] })
    expect((await put('price', '9')).body.success_ids).toEqual([one.id, two.id])
    const gone = await owner.delete('/api/admin/jar/batch', { names: ['K2', 'K3'] })
    expect(gone.body.success_ids).toEqual([two.id])
    expect((await read(one.id)).price).toBe('9.00')
  })
})

describe('a database that is not what resources declare', () => {
  const found = async (change: string, back: string) => {
    await it.kernel.db.pool.query(change)
    const problems = await drift(it.kernel)
    await it.kernel.db.pool.query(back)
    return problems
  }

  test('is told by table and column', async () => {
    expect(await drift(it.kernel)).toEqual([])
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
    expect(await drift(it.kernel)).toEqual([])
  })
})

test('what is refused is a refusal, never a fault', async () => {
  const { id } = await make()
  const wrong = ['abc', '0', '-1', '1.5', '99999999999999999999', '%00', '1%27', '__proto__']
  for (const path of wrong)
    for (const url of [`/api/admin/jar/${path}`, `/api/admin/jar/${path}/shake`])
      expect([404, 422]).toContain((await owner.put(url, {})).status)
  const taken = await owner.post('/api/admin/jar', { code: (await read(id)).code, title: 'x', price: 1 })
  expect(taken.body.messages).toEqual({ code: [expect.stringContaining('unique')] })
  await expect(it.kernel.resources.get(it.ctx, jar, 999_999)).rejects.toBeInstanceOf(Failed)
})
