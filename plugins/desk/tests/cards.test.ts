import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contribute, definePlugin, sql } from 'stoa'
import { PluginError } from '../../../core/plugin/sort-by-dependencies.ts'
import { Registry } from '../../../core/plugin/registry.ts'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { type Card, CARDS, createRecordsCard } from '../index.ts'

/** Names of the cards that were read. */
const readCards: string[] = []
const figures = (name: string, more: Partial<Card> = {}): Card => ({
  title: 'desk:card.work',
  size: 'small',
  ...more,
  read: async (_, { period, compared }) => {
    readCards.push(name)
    return { figures: [{ title: `${period.from} ${compared.from}`, type: 'count', value: '1', compared: '0' }] }
  },
})
let isBroken = true

const board = definePlugin({
  id: 'board',
  requires: ['content'],
  after: ['desk'],
  contributions: [
    contribute(CARDS, 'pages', createRecordsCard({ name: 'page' }, { title: 'content:page._plural', filter: { enabled: 'false' } }), {
      order: 5,
    }),
    contribute(CARDS, 'secret', figures('secret', { needs: 'get role' }), { order: 6 }),
    contribute(CARDS, 'extra', figures('extra', { isExtra: true, sizes: ['small', 'full'] })),
    contribute(CARDS, 'absent', figures('absent', { plugin: 'nothing_there' })),
    contribute(CARDS, 'leads', figures('leads', { dashboard: 'crm' })),
    contribute(
      CARDS,
      'broken',
      {
        title: 'desk:card.work',
        needs: 'get audit log',
        size: 'medium',
        read: () => (isBroken ? Promise.reject(new Error('the table is away')) : Promise.resolve({ rows: [{ title: 'Mended' }] })),
      },
      { order: 200 },
    ),
  ],
})

let it: TestApp
beforeAll(async () => {
  it = await testApp(['desk', 'content', 'inventory', 'catalogue'], { extra: [board] })
})
afterAll(() => it.close())

const read = async (client: Client, query = '') => {
  const { status, body } = await client.get(`/api/admin/cards?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const names = async (client: Client, query = '') => (await read(client, query)).data.map((card: { name: string }) => card.name)

describe('the cards of a dashboard', () => {
  test('are those of plugins in order, limited to the permissions of the reader', async () => {
    expect(await names(await it.staff('owner'))).toEqual(['pages', 'secret', 'work', 'alerts', 'contact_messages', 'broken'])
    expect(await names(await it.staff(['get stock alert']))).toEqual(['work', 'alerts'])
    expect(await names(await it.staff([]))).toEqual(['work'])
    expect(await names(await it.staff([]), 'dashboard=crm')).toEqual(['leads'])
    expect((await it.guest.get('/api/admin/cards')).status).toBe(401)
  })

  test('are not read without their permission', async () => {
    const client = await it.staff(['get page'])
    readCards.length = 0
    expect(await names(client, 'card=secret')).toEqual([])
    expect((await read(client)).available.map((card: { name: string }) => card.name)).toEqual(['extra'])
    expect(readCards).toEqual([])
  })

  test('list the records the reader sees in the list, with their number', async () => {
    const owner = await it.staff('owner')
    for (const url of ['one', 'two']) await owner.post('/api/admin/page', { title: url, url, enabled: url === 'one' })
    const { data } = await read(await it.staff(['get page']), 'card=pages')
    expect(data[0].content.records).toMatchObject({ resource: 'page', total: 1, more: false, data: [{ url: 'two' }] })
  })

  test('cover the period, and are compared with the period before it', async () => {
    const view = await read(await it.staff('owner'), 'period=this_month&card=secret')
    expect(view.period.from).toMatch(/-01$/)
    expect(view.compared.to < view.period.from).toBe(true)
    expect(view.data[0].content.figures[0].title).toBe(`${view.period.from} ${view.compared.from}`)
    const wrong = await it.guest.get('/api/admin/cards?period=forever')
    expect(wrong.status).toBe(401)
    const answer = await (await it.staff('owner')).get('/api/admin/cards?period=forever')
    expect([answer.status, Object.keys(answer.body.messages)]).toEqual([422, ['period']])
  })

  test('fail each alone, and can be read again alone', async () => {
    isBroken = true
    const owner = await it.staff('owner')
    const { data } = await read(owner)
    expect(data.map((card: { name: string; content: unknown }) => [card.name, card.content !== null])).toEqual([
      ...['pages', 'secret', 'work', 'alerts', 'contact_messages'].map((name) => [name, true]),
      ['broken', false],
    ])
    expect(JSON.stringify(data)).not.toContain('the table is away')
    isBroken = false
    expect((await read(owner, 'card=broken')).data).toMatchObject([{ content: { rows: [{ title: 'Mended' }] } }])
  })

  test('tell what waits in the lists of the reader', async () => {
    const clerk = await it.staff(['get stocktake'])
    const owner = await it.staff('owner')
    const { id: warehouse_id } = (await owner.post('/api/admin/warehouse', { name: 'Main', code: 'main' })).body
    expect((await read(clerk, 'card=work')).data[0].content).toEqual({ rows: [] })
    expect((await owner.post('/api/admin/stocktake', { warehouse_id })).status).toBe(201)
    await it.kernel.db.run(sql`update stocktake set status = 'processing'`)
    expect((await read(clerk, 'card=work')).data[0].content.rows).toMatchObject([
      { title: 'Stocktakes', value: '1', type: 'count', link: 'stocktake?status=processing' },
    ])
    expect((await read(await it.staff([]), 'card=work')).data[0].content).toEqual({ rows: [] })
  })
})

test.each([
  ['no title', { title: 'Untranslated' }, /title/],
  ['a wrong component', { screen: 'no component' }, /screen/],
  ['a size that it does not have', { size: 'full', sizes: ['small'] }, /sizes/],
  ['an unknown dashboard', { dashboard: 'kitchen' }, /dashboard/],
])('a card with %s stops the start with the name of its plugin', (_, wrong, problem) => {
  const desk = definePlugin({ id: 'desk', extensionPoints: [CARDS] })
  const plugin = definePlugin({
    id: 'board',
    after: ['desk'],
    contributions: [contribute(CARDS, 'odd', { ...figures('odd'), ...wrong } as Card)],
  })
  expect(() => new Registry([desk, plugin])).toThrow(PluginError)
  expect(() => new Registry([desk, plugin])).toThrow(/board.*"odd" to "desk\/cards"/)
  expect(() => new Registry([desk, plugin])).toThrow(problem)
})

test.each(['repair-desk', 'desk2', 'my_desk'])('a card may use a component of the plugin %s', (id) => {
  const card = contribute(CARDS, 'latest', figures('latest', { screen: `${id}/latest` }))
  const { extensionPoints } = new Registry([
    definePlugin({ id: 'desk', extensionPoints: [CARDS] }),
    definePlugin({ id, after: ['desk'], contributions: [card] }),
  ])
  expect(extensionPoints.get(CARDS.name)?.contributions.map(({ plugin }) => plugin)).toEqual([id])
})
