import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type * as Db from './db.ts'
import type * as Queue from './queue.ts'

/** The ticket queue of a device: each ticket gets a sequence number, is sent once, and is never lost. */
vi.mock('idb', async () => (await import('../../../../tests/support/device-db.ts')).deviceDb())
// Load only the modules of the admin that the queue uses. The full admin requires a `window`.
vi.mock('stoa/admin', async () => ({
  ...(await import('../../../../ui-admin/src/api/failure.ts')),
  ...(await import('../../../../ui-admin/src/api/post-once.ts')),
  ...(await import('../../../../ui-admin/src/common/queue-kit.ts')),
}))

let db: typeof Db
let queue: typeof Queue
const online = { onLine: true }
interface Sent {
  url: string
  key: string
  body: Record<string, unknown>
}
let sent: Sent[] = []
let answers: ((sent: Sent) => Response | Promise<Response>)[] = []
beforeAll(async () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('navigator', online)
  vi.stubGlobal('fetch', async (url: string, init: { headers: Record<string, string>; body: string }) => {
    const request = { url, key: init.headers['Idempotency-Key'] ?? '', body: JSON.parse(init.body) as Record<string, unknown> }
    sent.push(request)
    const answer = answers.shift()
    return answer ? answer(request) : createResponse(201, { id: sent.length, number: 'N' })
  })
  db = await import('./db.ts')
  queue = await import('./queue.ts')
})
afterAll(() => void vi.unstubAllGlobals())
beforeEach(async () => {
  for (const { uuid } of await queue.waiting()) await (await db.counterDb()).delete('queue', uuid)
  await db.keepDrawer(1, drawer)
  sent = []
  answers = []
  online.onLine = true
})

const createResponse = (status: number, body: object) => new Response(JSON.stringify(body), { status })
const refuse = (status: number, body: object = { code: 'NO', messages: ['No.'] }) => answers.push(() => createResponse(status, body))
const away = () => answers.push(() => Promise.reject(new TypeError('network')))
const drawer: Db.Drawer = {
  ...{ store: 1, session: 7, number: 'S-7', register: 3, code: 'k1', name: 'Counter', place: 1, last: 0, unused: [] },
}
const nothing = {
  order_number: '',
  sold_at: '',
  cashier: '',
  customer: '',
  lines: [],
  off: [],
  rounding: '0.00',
  total: '0.00',
  payments: [],
  change: '0.00',
}
const finish = (label = 'a', store = 1) =>
  queue.finish({ store, device: 'device', path: 'ticket', body: { what: label }, receipt: nothing })
const turns = async () => (await queue.waiting()).map(({ place }) => place)
const readDrawer = async () => db.keptDrawer(1)
/** Removes the `serving` mark from queued tickets, as if their buyers had left. */
const alone = async () => {
  for (const { serving: _, ...item } of await queue.waiting()) await (await db.counterDb()).put('queue', item)
}

test.each([
  ['k1', 7, 1, 12, 'K1-7-12'],
  ['k1', 7, 2, 12, 'K1-7.2-12'],
])(
  'a ticket number contains register, session, device from the second on, and sequence: %s %i %i %i',
  (code, session, device, place, number) => {
    expect(queue.getNumber(code, session, device, place)).toBe(number)
  },
)

test('a paid ticket has its sequence, number and request body before it is sent', async () => {
  const [one, two] = [await finish('one'), await finish('two')]
  expect([one.place, one.receipt.number, two.place, two.receipt.number]).toEqual([1, 'K1-7-1', 2, 'K1-7-2'])
  expect(one.body).toEqual({ what: 'one', client_uuid: one.uuid, session_id: 7, device: 'device', place: 1 })
  expect([(await readDrawer())?.last, await turns(), sent]).toEqual([2, [1, 2], []])
})

test('concurrent tickets get distinct sequence numbers without gaps', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, (_, i) => finish(String(i))))
  expect(all.map(({ place }) => place).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  expect([(await readDrawer())?.last, (await turns()).length]).toEqual([20, 20])
})

test('without an open drawer no ticket is created or queued', async () => {
  await expect(finish('a', 2)).rejects.toBeInstanceOf(queue.NoDrawer)
  expect(await turns()).toEqual([])
})

test('an online ticket is sent immediately with its idempotency key and leaves the queue', async () => {
  const item = await finish()
  expect(await queue.sendNow(item)).toEqual({ id: 1, number: 'N' })
  expect(sent).toEqual([{ url: '/api/admin/store/1/ticket', key: item.uuid, body: { ...item.body, offline: false } }])
  expect([await turns(), (await readDrawer())?.unused]).toEqual([[], []])
})

test.each([['away'], [401], [500], [503]])('without a response (%s) a ticket counts as sold and stays queued', async (status) => {
  const item = await finish()
  if (typeof status === 'number') refuse(status)
  else away()
  expect(await queue.sendNow(item)).toBeUndefined()
  const [left] = await queue.waiting()
  expect([left?.uuid, left?.serving, left?.refused]).toEqual([item.uuid, undefined, undefined])
  expect((await readDrawer())?.unused).toEqual([])
})

test('an offline device sends nothing', async () => {
  online.onLine = false
  expect(await queue.sendNow(await finish())).toBeUndefined()
  expect([sent.length, await turns()]).toEqual([0, [1]])
})

test.each([400, 403, 404, 409, 422])(
  'a ticket rejected with %i during the sale is removed and its sequence number reported as unused and not reused',
  async (status) => {
    const item = await finish()
    refuse(status)
    await expect(queue.sendNow(item)).rejects.toMatchObject({ status, code: 'NO' })
    expect([await turns(), (await readDrawer())?.unused]).toEqual([[], [1]])
    expect((await finish()).place).toBe(2)
  },
)

test('withdrawing a ticket after another drawer was opened removes it without affecting the new drawer', async () => {
  const item = await finish()
  await db.keepDrawer(1, { ...drawer, session: 8 })
  await queue.withdraw(item)
  expect([await turns(), (await readDrawer())?.unused, (await readDrawer())?.session]).toEqual([[], [], 8])
})

test('queued tickets are sent oldest first, as offline sales, with their original idempotency key', async () => {
  const [one, two] = [await finish('one'), await finish('two')]
  await alone()
  expect(await queue.sendWaiting()).toBe(true)
  expect(sent.map(({ key, body }) => [key, body['what'], body['offline']])).toEqual([
    [one.uuid, 'one', true],
    [two.uuid, 'two', true],
  ])
  expect(await turns()).toEqual([])
})

test('a ticket being served is not sent by the queue', async () => {
  await finish('served')
  expect([await queue.sendWaiting(), sent.length, await turns()]).toEqual([true, 0, [1]])
})

test('a rejected ticket stays queued with its errors, and the others are sent', async () => {
  for (const label of ['one', 'two']) await finish(label)
  await alone()
  refuse(422, { code: 'OUT_OF_STOCK', messages: { lines: ['Only 2 are left.'] } })
  expect(await queue.sendWaiting()).toBe(true)
  const [left, ...others] = await queue.waiting()
  expect([left?.place, left?.refused?.code, others]).toEqual([1, 'OUT_OF_STOCK', []])
  expect(left?.refused?.lines.join()).toContain('Only 2 are left.')
  expect((await readDrawer())?.unused).toEqual([])
})

test('after a network failure the remaining tickets stay queued', async () => {
  for (const label of ['one', 'two', 'three']) await finish(label)
  await alone()
  answers.push(() => createResponse(201, {}))
  away()
  expect(await queue.sendWaiting()).toBe(false)
  expect([sent.length, await turns()]).toEqual([2, [2, 3]])
  expect(await queue.sendWaiting()).toBe(true)
  expect(await turns()).toEqual([])
})

test('a subscriber to the queue is notified of each change until it unsubscribes', async () => {
  let changeCount = 0
  const away = queue.whenQueueChanges(() => changeCount++)
  const item = await finish()
  await queue.sendNow(item)
  expect(changeCount).toBe(2)
  away()
  await finish()
  expect(changeCount).toBe(2)
})
