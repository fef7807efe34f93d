import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contribute, definePlugin, sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { keepHiddenCards, placeCards, type PlacedCard } from '../domain/layout.ts'
import { type Card, CARDS } from '../index.ts'

const card = (more: Partial<Card> = {}): Card => ({ title: 'desk:card.work', size: 'small', ...more, read: async () => ({}) })

const board = definePlugin({
  id: 'board',
  after: ['desk'],
  contributions: [
    contribute(CARDS, 'one', card(), { order: 1 }),
    contribute(CARDS, 'two', card({ needs: 'get role' }), { order: 2 }),
    contribute(CARDS, 'three', card({ sizes: ['small', 'wide'] }), { order: 3 }),
    contribute(CARDS, 'four', card({ isExtra: true })),
    contribute(CARDS, 'leads', card({ dashboard: 'crm' })),
  ],
})

let it: TestApp
beforeAll(async () => {
  it = await testApp(['desk'], { extra: [board] })
})
afterAll(() => it.close())

interface View {
  version: number
  is_arranged: boolean
  data: { name: string; size: string }[]
  available: { name: string }[]
}
const read = async (client: Client, dashboard = 'dashboard'): Promise<View> =>
  (await client.get(`/api/admin/cards?dashboard=${dashboard}`)).body
const places = async (client: Client) => (await read(client)).data.map(({ name, size }) => `${name} ${size}`)
const arrange = (client: Client, cards: unknown, version = 0, dashboard = 'dashboard') =>
  client.put('/api/admin/cards', { dashboard, version, cards })
const small = (...names: string[]) => names.map((name) => ({ name, size: 'small' }))

describe('a layout', () => {
  test('is stored for the account and the dashboard, and can be reset', async () => {
    const [me, other] = [await it.staff('owner'), await it.staff('owner')]
    expect(await places(me)).toEqual(['one small', 'two small', 'three small', 'work small'])
    const saved = await arrange(me, [{ name: 'three', size: 'wide' }, ...small('four', 'one')])
    expect([saved.status, saved.body]).toEqual([200, { version: 1 }])
    expect(await places(me)).toEqual(['three wide', 'four small', 'one small'])
    expect((await read(me)).available.map(({ name }) => name)).toEqual(['two', 'work'])
    expect((await read(me)).is_arranged).toBe(true)
    expect(await places(other)).toEqual(['one small', 'two small', 'three small', 'work small'])
    expect((await read(me, 'crm')).data.map(({ name }) => name)).toEqual(['leads'])
    expect((await arrange(me, null, 1)).body).toEqual({ version: 2 })
    expect(await read(me)).toMatchObject({ version: 2, is_arranged: false })
    expect(await places(me)).toEqual(['one small', 'two small', 'three small', 'work small'])
  })

  test('can be empty', async () => {
    const me = await it.staff('owner')
    expect((await arrange(me, [])).status).toBe(200)
    expect(await places(me)).toEqual([])
    expect((await read(me)).available).toHaveLength(5)
  })

  test('that was changed in another tab is not overwritten', async () => {
    const me = await it.staff('owner')
    expect((await arrange(me, small('one'))).status).toBe(200)
    const late = await arrange(me, small('two'))
    expect([late.status, late.body.code]).toEqual([409, 'STALE'])
    expect(await places(me)).toEqual(['one small'])
    const both = await Promise.all([arrange(me, small('two'), 1), arrange(me, small('three'), 1)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    // After a reset, an older version is still refused.
    expect((await arrange(me, null, 2)).status).toBe(200)
    expect((await arrange(me, small('one'), 1)).status).toBe(409)
    expect((await arrange(me, small('one'), 0)).status).toBe(409)
  })

  test.each([
    ['an unknown card', small('nothing'), 'There is no card “nothing” on this dashboard.'],
    ['a card of another dashboard', small('leads'), 'There is no card “leads” on this dashboard.'],
    ['a card without permission', small('two'), 'There is no card “two” on this dashboard.'],
    ['a size the card does not have', [{ name: 'three', size: 'full' }], 'The card “three” does not have this size.'],
    ['a card twice', small('one', 'one'), 'The card “one” is there twice.'],
  ])('with %s is refused', async (_, cards, problem) => {
    const me = await it.staff([])
    const answer = await arrange(me, cards)
    expect([answer.status, answer.body.messages]).toEqual([422, { cards: [problem] }])
    expect(await read(me)).toMatchObject({ version: 0, is_arranged: false })
  })

  test.each([
    ['a forged size', [{ name: 'one', size: 'gigantic' }]],
    ['no list', { name: 'one' }],
    ['further members', [{ name: 'one', size: 'small', html: '<b>' }]],
    ['too many cards', small(...Array.from({ length: 61 }, (_, n) => `card_${n}`))],
  ])('of a wrong shape (%s) is refused with the name of the field', async (_, cards) => {
    const answer = await arrange(await it.staff('owner'), cards)
    expect([answer.status, Object.keys(answer.body.messages)]).toEqual([422, ['cards']])
  })

  test('of an unknown dashboard or a guest is refused', async () => {
    expect((await arrange(await it.staff('owner'), [], 0, 'kitchen')).status).toBe(422)
    expect((await arrange(it.guest, [])).status).toBe(401)
  })

  test('keeps the cards that are not there now, until they are back', async () => {
    const me = await it.staff(['get role'])
    expect((await arrange(me, small('one', 'two', 'three'))).status).toBe(200)
    // A card of a plugin that is switched off.
    await it.kernel.db.run(sql`update dashboard_layout set cards = replace(cards::text, '"two"', '"away"')::jsonb`)
    expect(await places(me)).toEqual(['one small', 'three small'])
    expect((await arrange(me, small('three', 'one'), 1)).status).toBe(200)
    await it.kernel.db.run(sql`update dashboard_layout set cards = replace(cards::text, '"away"', '"two"')::jsonb`)
    expect(await places(me)).toEqual(['three small', 'one small', 'two small'])
  })
})

describe('the layout of a role', () => {
  const arrangeRole = (client: Client, role_id: unknown, cards: unknown) =>
    client.put('/api/admin/cards/role', { dashboard: 'dashboard', role_id, cards })
  const openMember = async (permissions: string[]) => {
    const client = await it.staff(permissions)
    return { client, role: (await client.get('/api/admin')).body.role.id as number }
  }

  test('is that of its accounts until they arrange their own, less the cards they may not see', async () => {
    const [owner, { client, role }] = [await it.staff('owner'), await openMember([])]
    expect((await arrangeRole(owner, role, small('three', 'two', 'four'))).status).toBe(204)
    expect(await places(client)).toEqual(['three small', 'four small'])
    expect(await read(client)).toMatchObject({ is_arranged: false, version: 0 })
    expect(await places(await it.staff('owner'))).toHaveLength(4)

    expect((await arrange(client, small('one'))).status).toBe(200)
    expect(await places(client)).toEqual(['one small'])
    expect((await arrange(client, null, 1)).status).toBe(200)
    expect(await places(client)).toEqual(['three small', 'four small'])

    const listed = async () =>
      (await owner.get('/api/admin/cards/role')).body.data.find(({ id }: { id: number }) => id === role)?.has_layout
    expect(await listed()).toBe(true)
    expect((await arrangeRole(owner, role, null)).status).toBe(204)
    expect(await places(client)).toEqual(['one small', 'three small', 'work small'])
    expect(await listed()).toBe(false)
    expect(await it.kernel.db.rows(sql`select verb from audit_log where resource = 'role' and row_id = ${role} order by id`)).toEqual(
      expect.arrayContaining([{ verb: 'save_dashboard_layout' }, { verb: 'remove_dashboard_layout' }]),
    )
  })

  test('is arranged by those who may update roles, with cards they see themselves', async () => {
    const { client, role } = await openMember(['update role'])
    const stranger = await it.staff(['get role'])
    expect((await arrangeRole(stranger, role, small('one'))).status).toBe(403)
    expect((await stranger.get('/api/admin/cards/role')).status).toBe(403)
    const answer = await arrangeRole(client, role, small('two'))
    expect([answer.status, answer.body.messages]).toEqual([422, { cards: ['There is no card “two” on this dashboard.'] }])
    for (const wrong of [999_999_999, 0, 'x', null]) {
      const { status, body } = await arrangeRole(client, wrong, small('one'))
      expect([status, Object.keys(body.messages)], String(wrong)).toEqual([422, ['role_id']])
    }
  })

  test('is gone with the role', async () => {
    const owner = await it.staff('owner')
    const { body } = await owner.post('/api/admin/role', { name: 'Seasonal help', permission_list: [] })
    expect((await arrangeRole(owner, body.id, small('one'))).status).toBe(204)
    expect((await owner.delete(`/api/admin/role/${body.id}`)).status).toBeLessThan(300)
    expect(await it.kernel.db.rows(sql`select 1 from role_dashboard_layout where role_id = ${body.id}`)).toEqual([])
  })
})

describe('the rules of layouts', () => {
  const visible = new Map([
    ['a', { size: 'small', sizes: ['small', 'wide'], isExtra: false }],
    ['b', { size: 'medium', sizes: ['medium'], isExtra: true }],
  ] as const)
  const place = (name: string, size: PlacedCard['size'] = 'small') => ({ name, size })

  test('a stored size that the card no longer has becomes its first size', () => {
    expect(placeCards([place('b', 'full'), place('a', 'wide')], visible)).toEqual([place('b', 'medium'), place('a', 'wide')])
    expect(placeCards(null, visible)).toEqual([place('a')])
  })

  test.each([
    [['x', 'a', 'b'], ['b', 'a'], 'x,b,a'],
    [['a', 'x', 'y', 'b'], ['b', 'a'], 'b,a,x,y'],
    [['a', 'x'], [], 'x'],
    [['a', 'b'], ['a'], 'a'],
  ])('of %j arranged as %j, %s is stored', (stored, arranged, result) => {
    const kept = keepHiddenCards(
      arranged.map((name) => place(name)),
      stored.map((name) => place(name)),
      visible,
    )
    expect(kept.map(({ name }) => name).join()).toBe(result)
  })
})
