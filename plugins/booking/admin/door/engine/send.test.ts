import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fingerprintCode } from '../../../services/check-in/code.ts'
import type { CheckInAnswer, CheckInList } from '../../../check-in-api-types.ts'
import type * as Db from './db.ts'
import type * as Door from './send.ts'

/**
 * Scan queue of a check-in device: sends scans at once, or validates them against the local list while offline and sends them later. No
 * scan is lost.
 */
vi.mock('idb', async () => (await import('../../../../../tests/support/device-db.ts')).deviceDb())
// Load only the modules of the admin that the queue uses. The full admin requires a `window`.
vi.mock('stoa/admin', async () => ({
  ...(await import('../../../../../ui-admin/src/api/client.ts')),
  ...(await import('../../../../../ui-admin/src/common/queue-kit.ts')),
}))

let db: typeof Db
let sender: typeof Door
const online = { onLine: true }
type Body = { nonce?: string; scans?: { nonce: string; told: string | null }[] }
let sent: { url: string; body: Body }[] = []
let answers: ((body: Body) => Response | Promise<Response>)[] = []
beforeAll(async () => {
  vi.stubGlobal('navigator', online)
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    const request = { url: url.replace('/api/admin/booking/', ''), body: JSON.parse(init.body) as Body }
    sent.push(request)
    const answer =
      answers.shift() ??
      ((body: Body) =>
        createResponse(200, body.scans ? { data: body.scans.map(({ nonce }) => createAnswer(nonce)) } : createAnswer(body.nonce)))
    return answer(request.body)
  })
  db = await import('./db.ts')
  sender = await import('./send.ts')
})
afterAll(() => void vi.unstubAllGlobals())
beforeEach(async () => {
  await db.forgetAll()
  await db.keepList(list())
  sent = []
  answers = []
  online.onLine = true
})

const createResponse = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const away = () => answers.push(() => Promise.reject(new TypeError('network')))
const seat = (id: number, code: string): CheckInList['seats'][number] => ({
  ...{ id, booking: 7, number: 'BK7', seat_no: id, of: 2, name: 'M. C.', status: 'pending', at: null, rev: 0 },
  ...{ prints: [fingerprintCode(code)], group: fingerprintCode('C1GROUP') },
})
const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const list = (): CheckInList => ({
  time: {
    ...{ session: 1, event: 2, title: 'Class', kind: 'session', zone: 'Asia/Hong_Kong', with: null, expected: 2, present: 0 },
    ...{ starts_at: hour(-0.2), ends_at: hour(1) },
  },
  ...{ opens: 60, closes: 0, made_at: hour(-1), forget_at: hour(4), seats: [seat(1, 'C1AAAA'), seat(2, 'C1BBBB')] },
})
const createAnswer = (nonce = '', more: Partial<CheckInAnswer> = {}): CheckInAnswer => ({
  ...{
    id: 5,
    nonce,
    result: 'ok',
    may_override: false,
    trouble: null,
    booking: null,
    answers: [],
    seat: null,
    seats: [],
    here: 1,
    time: null,
  },
  ...more,
})
const scan = (code: string, more: Partial<Db.Sent> = {}): Db.Sent => ({
  ...{ nonce: crypto.randomUUID(), code, seat_id: null, seats: [], event_id: 2, session_id: 1, override: false, note: '' },
  ...more,
})
const there = async () => {
  const storedList = await db.loadList(1)
  return [storedList?.time.present, storedList?.seats.map(({ status }) => status)]
}
const getQueuedResults = async () => (await db.waiting()).map(({ told: result }) => result)

test('online, the server decides a scan, and the device marks the checked-in seat on its list', async () => {
  const scanInput = scan('C1AAAA')
  answers.push(() =>
    createResponse(200, createAnswer(scanInput.nonce, { seats: [{ id: 1, seat_no: 1, status: 'present', at: null }] as never })),
  )
  const { answer, alone } = await sender.scanAnywhere('d', scanInput)
  expect([answer.result, alone, sent[0]?.body.nonce, await getQueuedResults()]).toEqual(['ok', false, scanInput.nonce, []])
  expect(await there()).toEqual([1, ['present', 'pending']])
})

test('a scan that the server rejects fails and is not queued', async () => {
  answers.push(() => createResponse(403, { code: 'FORBIDDEN', messages: ['No.'] }))
  await expect(sender.scanAnywhere('d', scan('C1AAAA'))).rejects.toMatchObject({ status: 403 })
  expect([await getQueuedResults(), await there()]).toEqual([[], [0, ['pending', 'pending']]])
})

test.each(['no network', 'a network that ends', 'a server that cannot'])(
  'with %s the device checks in from its list, once, and queues the scan',
  async (failure) => {
    const outage = () => {
      if (failure === 'no network') online.onLine = false
      else if (failure === 'a network that ends') away()
      else answers.push(() => createResponse(503, {}))
    }
    outage()
    const first = await sender.scanAnywhere('d', scan('C1AAAA'))
    outage()
    const again = await sender.scanAnywhere('d', scan('C1AAAA'))
    expect([first.answer.result, first.alone, again.answer.result]).toEqual(['ok', true, 'already'])
    expect([await getQueuedResults(), await there()]).toEqual([
      ['ok', 'already'],
      [1, ['present', 'pending']],
    ])
  },
)

test('a code for several seats asks which seats are present before anything is queued', async () => {
  online.onLine = false
  const group = scan('C1GROUP')
  expect((await sender.scanAnywhere('d', group)).answer.result).toBe('choose')
  expect(await getQueuedResults()).toEqual([])
  expect((await sender.scanAnywhere('d', { ...group, seats: [{ id: 1 }, { id: 2 }] })).answer.result).toBe('ok')
  expect([await getQueuedResults(), await there()]).toEqual([['ok'], [2, ['present', 'present']]])
})

test('an unknown code is queued for the server as well, and checks nobody in', async () => {
  online.onLine = false
  expect((await sender.scanAnywhere('d', scan('C1NONE'))).answer.result).toBe('unknown')
  expect([await getQueuedResults(), await there()]).toEqual([['unknown'], [0, ['pending', 'pending']]])
})

const waits = async (count: number) => {
  online.onLine = false
  const nonces: string[] = []
  for (let i = 0; i < count; i++) {
    const scanInput = scan('C1NONE')
    nonces.push(scanInput.nonce)
    await db.queueScan({ ...scanInput, at: new Date(Date.UTC(2026, 0, 1) + i * 1_000).toISOString(), told: 'unknown' }, [])
  }
  online.onLine = true
  return nonces
}

test('queued scans are sent oldest first in batches of fifty, and those with a problem are reported', async () => {
  const nonces = await waits(51)
  answers.push(({ scans = [] }) =>
    createResponse(200, { data: scans.map(({ nonce }, i) => createAnswer(nonce, i === 3 ? { trouble: 'twice' } : {})) }),
  )
  const { online: reached, troubles } = await sender.tellWaiting('d')
  expect([reached, troubles.map(({ nonce }) => nonce)]).toEqual([true, [nonces[3]]])
  expect(sent.map(({ body }) => body.scans?.map(({ nonce }) => nonce))).toEqual([nonces.slice(0, 50), nonces.slice(50)])
  expect(await getQueuedResults()).toEqual([])
})

test('scans that the server answered leave the queue, the others stay, and an empty answer ends the loop', async () => {
  const nonces = await waits(3)
  answers.push(({ scans = [] }) => createResponse(200, { data: scans.slice(0, 1).map(({ nonce }) => createAnswer(nonce)) }))
  answers.push(() => createResponse(200, { data: [] }))
  expect(await sender.tellWaiting('d')).toEqual({ online: true, troubles: [] })
  expect([sent.length, (await db.waiting()).map(({ nonce }) => nonce)]).toEqual([2, nonces.slice(1)])
})

test.each([
  ['away', false],
  [503, false],
  [401, false],
  [422, true],
])('no queued scan is lost when sending fails: %s', async (status, reached) => {
  await waits(2)
  if (typeof status === 'number') answers.push(() => createResponse(status, { code: 'X', messages: [] }))
  else away()
  expect(await sender.tellWaiting('d')).toEqual({ online: reached, troubles: [] })
  expect(await getQueuedResults()).toEqual(['unknown', 'unknown'])
})

test('a disabled device deletes all stored data, including its identity', async () => {
  const { device } = await db.loadSelf()
  await waits(2)
  answers.push(() => createResponse(403, { code: 'BOOKING_DEVICE_OFF', messages: [] }))
  await expect(sender.tellWaiting('d')).rejects.toMatchObject({ code: 'BOOKING_DEVICE_OFF' })
  expect([await getQueuedResults(), await db.loadList(1)]).toEqual([[], undefined])
  expect((await db.loadSelf()).device).not.toBe(device)
})

test('a newer list keeps local check-ins while their scans are queued, and follows the server afterwards', async () => {
  online.onLine = false
  await sender.scanAnywhere('d', scan('C1AAAA'))
  await db.keepList(list())
  expect(await there()).toEqual([1, ['present', 'pending']])
  online.onLine = true
  await sender.tellWaiting('d')
  await db.keepList(list())
  expect(await there()).toEqual([0, ['pending', 'pending']])
})

test('an expired list is deleted, and queued scans are kept', async () => {
  await waits(1)
  const until = Date.parse((await db.loadList(1))?.forget_at ?? '')
  await db.forgetOld(until)
  expect(await db.loadList(1)).toBeDefined()
  await db.forgetOld(until + 1)
  expect([await db.loadList(1), await getQueuedResults()]).toEqual([undefined, ['unknown']])
})

test('the identity of the device is kept when its settings change', async () => {
  const self = await db.loadSelf()
  await db.keepSelf({ name: 'North door' })
  expect(await db.loadSelf()).toEqual({ ...self, name: 'North door' })
})
