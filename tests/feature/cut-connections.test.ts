import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { beforeAll, expect, test, vi } from 'vitest'

/** Writes with child rows, whose connection breaks in the middle of the request, or before the answer. */
const shop = suite(['tasks', 'calendar', 'desk', 'commission', 'reports', 'clickup'])
let port: number
let token: string
const errors: unknown[] = []

beforeAll(async () => {
  const { app, kernel } = shop.it
  port = Number(new URL(await app.http.listen({ port: 0, host: '127.0.0.1' })).port)
  await shop.it.staff([])
  token = (await shop.guest.post('/api/admin/login', { email: 'staff1@shop.test', password: 'a long password' })).body.token
  vi.spyOn(kernel.log, 'error').mockImplementation((...args: unknown[]) => void errors.push(args))
})

/** Sends a part of a request, and breaks the connection after a moment. */
async function sendAndCut(method: string, path: string, body: object, part: 'half' | 'whole', wait: number): Promise<void> {
  const text = JSON.stringify(body)
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(
    `${method} /api/admin/${path} HTTP/1.1\r\nhost: shop\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n`,
  )
  socket.write(part === 'half' ? text.slice(0, text.length / 2) : text)
  await setTimeout(wait)
  socket.resetAndDestroy()
}

const listWrites = (name: string) =>
  [
    ['POST', 'my/task', { title: name, watchers: [1], checklist: [{ text: 'One' }, { text: 'Two' }] }],
    [
      'POST',
      'commission_group',
      {
        name,
        method: 'tier_slab',
        tiers: [
          { amount_from: '0', amount_to: '5', percent: '1' },
          { amount_from: '5', percent: '2' },
        ],
      },
    ],
    ['POST', 'saved_report', { report: 'commission', name, recipients: [1] }],
    ['POST', 'calendar/feed', { name, scope: 'mine' }],
    ['PUT', 'cards', { version: 0, cards: [] }],
    ['POST', 'clickup/sync', {}],
  ] as const

/** How much of every write is stored. */
const readStored = () =>
  shop.it.kernel.db.one<Record<string, unknown>>(sql`
    select (select json_agg(json_build_array(jsonb_array_length(t.checklist), (select count(*) from task_watcher w where w.task_id = t.id))) from task t) as tasks,
      (select json_agg((select count(*) from commission_tier r where r.group_id = g.id)) from commission_group g) as groups,
      (select json_agg((select count(*) from saved_report_recipient r where r.saved_report_id = s.id)) from saved_report s) as reports,
      (select count(*) from calendar_feed) as feeds, (select count(*) from dashboard_layout) as layouts`)

const NOTHING = { tasks: null, groups: null, reports: null, feeds: 0, layouts: 0 }

test('of a request whose body breaks off nothing is stored', async () => {
  await Promise.all(listWrites('Cut').map(([method, path, body]) => sendAndCut(method, path, body, 'half', 30)))
  await setTimeout(200)
  expect(await readStored()).toEqual(NOTHING)
  expect(errors).toEqual([])
})

test('a request whose caller does not wait for the answer is stored as a whole, or not at all', async () => {
  // The last one waits long enough for the request to be read.
  for (const wait of [0, 2, 5, 10, 20, 50, 500])
    await Promise.all(listWrites(`After ${wait} ms`).map(([method, path, body]) => sendAndCut(method, path, body, 'whole', wait)))
  await setTimeout(200)
  const stored = await readStored()
  const distinct = (counts: unknown) => [...new Set((counts as unknown[]).map((count) => JSON.stringify(count)))]
  expect(distinct(stored?.tasks)).toEqual(['[2,1]'])
  expect(distinct(stored?.groups)).toEqual(['2'])
  expect(distinct(stored?.reports)).toEqual(['1'])
  expect(stored?.layouts).toBe(1)
  expect(stored?.feeds).toBeGreaterThan(0)
  expect(errors).toEqual([])
  expect((await shop.owner.get('/api/admin/my/task')).status).toBe(200)
})
