import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fingerprintCode } from '../../../services/check-in/code.ts'
import type { CheckInAnswer, CheckInList } from '../../../check-in-api-types.ts'
import type * as Db from './db.ts'
import type * as Door from './send.ts'

/** What a device at a door does with scans: told at once, or judged by its own list and told later, and never lost. */
vi.mock('idb', async () => (await import('../../../../../tests/support/device-db.ts')).deviceDb())
// Of the admin what a queue uses; all of it wants a window.
vi.mock('stoa/admin', async () => ({
  ...(await import('../../../../../ui-admin/src/api/client.ts')),
  ...(await import('../../../../../ui-admin/src/common/queue-kit.ts')),
}))

let db: typeof Db
let door: typeof Door
const online = { onLine: true }
type Body = { nonce?: string; scans?: { nonce: string; told: string | null }[] }
let sent: { url: string; body: Body }[] = []
let answers: ((body: Body) => Response | Promise<Response>)[] = []
beforeAll(async () => {
  vi.stubGlobal('navigator', online)
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    const one = { url: url.replace('/api/admin/booking/', ''), body: JSON.parse(init.body) as Body }
    sent.push(one)
    const answer =
      answers.shift() ??
      ((body: Body) => said(200, body.scans ? { data: body.scans.map(({ nonce }) => answerOf(nonce)) } : answerOf(body.nonce)))
    return answer(one.body)
  })
  db = await import('./db.ts')
  door = await import('./send.ts')
})
afterAll(() => void vi.unstubAllGlobals())
beforeEach(async () => {
  await db.forgetAll()
  await db.keepList(list())
  sent = []
  answers = []
  online.onLine = true
})

const said = (status: number, body: object) =>
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
const answerOf = (nonce = '', more: Partial<CheckInAnswer> = {}): CheckInAnswer => ({
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
  const kept = await db.keptList(1)
  return [kept?.time.present, kept?.seats.map(({ status }) => status)]
}
const told = async () => (await db.waiting()).map(({ told: result }) => result)

test('with network a scan is judged by the server, and who was let in is marked on the list the device holds', async () => {
  const one = scan('C1AAAA')
  answers.push(() => said(200, answerOf(one.nonce, { seats: [{ id: 1, seat_no: 1, status: 'present', at: null }] as never })))
  const { answer, alone } = await door.scanAnywhere('d', one)
  expect([answer.result, alone, sent[0]?.body.nonce, await told()]).toEqual(['ok', false, one.nonce, []])
  expect(await there()).toEqual([1, ['present', 'pending']])
})

test('what the server refuses is refused, and nothing of it waits', async () => {
  answers.push(() => said(403, { code: 'FORBIDDEN', messages: ['No.'] }))
  await expect(door.scanAnywhere('d', scan('C1AAAA'))).rejects.toMatchObject({ status: 403 })
  expect([await told(), await there()]).toEqual([[], [0, ['pending', 'pending']]])
})

test.each(['no network', 'a network that ends', 'a server that cannot'])(
  'with %s the device lets in by its list, once, and keeps the scan',
  async (what) => {
    const outage = () => {
      if (what === 'no network') online.onLine = false
      else if (what === 'a network that ends') away()
      else answers.push(() => said(503, {}))
    }
    outage()
    const first = await door.scanAnywhere('d', scan('C1AAAA'))
    outage()
    const again = await door.scanAnywhere('d', scan('C1AAAA'))
    expect([first.answer.result, first.alone, again.answer.result]).toEqual(['ok', true, 'already'])
    expect([await told(), await there()]).toEqual([
      ['ok', 'already'],
      [1, ['present', 'pending']],
    ])
  },
)

test('which of several places somebody is is asked before anything is kept', async () => {
  online.onLine = false
  const group = scan('C1GROUP')
  expect((await door.scanAnywhere('d', group)).answer.result).toBe('choose')
  expect(await told()).toEqual([])
  expect((await door.scanAnywhere('d', { ...group, seats: [{ id: 1 }, { id: 2 }] })).answer.result).toBe('ok')
  expect([await told(), await there()]).toEqual([['ok'], [2, ['present', 'present']]])
})

test('a code of nobody is kept to be told, too, and lets nobody in', async () => {
  online.onLine = false
  expect((await door.scanAnywhere('d', scan('C1NONE'))).answer.result).toBe('unknown')
  expect([await told(), await there()]).toEqual([['unknown'], [0, ['pending', 'pending']]])
})

const waits = async (count: number) => {
  online.onLine = false
  const nonces: string[] = []
  for (let i = 0; i < count; i++) {
    const one = scan('C1NONE')
    nonces.push(one.nonce)
    await db.queueScan({ ...one, at: new Date(Date.UTC(2026, 0, 1) + i * 1_000).toISOString(), told: 'unknown' }, [])
  }
  online.onLine = true
  return nonces
}

test('what waits is told oldest first, fifty at once, and what wants to be looked at comes back', async () => {
  const nonces = await waits(51)
  answers.push(({ scans = [] }) => said(200, { data: scans.map(({ nonce }, i) => answerOf(nonce, i === 3 ? { trouble: 'twice' } : {})) }))
  const { online: reached, troubles } = await door.tellWaiting('d')
  expect([reached, troubles.map(({ nonce }) => nonce)]).toEqual([true, [nonces[3]]])
  expect(sent.map(({ body }) => body.scans?.map(({ nonce }) => nonce))).toEqual([nonces.slice(0, 50), nonces.slice(50)])
  expect(await told()).toEqual([])
})

test('what the server answered of is told, and the rest waits; an answer of nothing is asked no more', async () => {
  const nonces = await waits(3)
  answers.push(({ scans = [] }) => said(200, { data: scans.slice(0, 1).map(({ nonce }) => answerOf(nonce)) }))
  answers.push(() => said(200, { data: [] }))
  expect(await door.tellWaiting('d')).toEqual({ online: true, troubles: [] })
  expect([sent.length, (await db.waiting()).map(({ nonce }) => nonce)]).toEqual([2, nonces.slice(1)])
})

test.each([
  ['away', false],
  [503, false],
  [401, false],
  [422, true],
])('nothing is lost where telling comes to nothing: %s', async (status, reached) => {
  await waits(2)
  if (typeof status === 'number') answers.push(() => said(status, { code: 'X', messages: [] }))
  else away()
  expect(await door.tellWaiting('d')).toEqual({ online: reached, troubles: [] })
  expect(await told()).toEqual(['unknown', 'unknown'])
})

test('a device that was switched off forgets all it held, also who it was', async () => {
  const { device } = await db.keptSelf()
  await waits(2)
  answers.push(() => said(403, { code: 'BOOKING_DEVICE_OFF', messages: [] }))
  await expect(door.tellWaiting('d')).rejects.toMatchObject({ code: 'BOOKING_DEVICE_OFF' })
  expect([await told(), await db.keptList(1)]).toEqual([[], undefined])
  expect((await db.keptSelf()).device).not.toBe(device)
})

test('a newer list keeps those let in here in while they wait to be told, and takes the word of the server afterwards', async () => {
  online.onLine = false
  await door.scanAnywhere('d', scan('C1AAAA'))
  await db.keepList(list())
  expect(await there()).toEqual([1, ['present', 'pending']])
  online.onLine = true
  await door.tellWaiting('d')
  await db.keepList(list())
  expect(await there()).toEqual([0, ['pending', 'pending']])
})

test('a list is forgotten once its time is over, and what waits is not', async () => {
  await waits(1)
  const until = Date.parse((await db.keptList(1))?.forget_at ?? '')
  await db.forgetOld(until)
  expect(await db.keptList(1)).toBeDefined()
  await db.forgetOld(until + 1)
  expect([await db.keptList(1), await told()]).toEqual([undefined, ['unknown']])
})

test('who the device is stays through what is chosen on it', async () => {
  const self = await db.keptSelf()
  await db.keepSelf({ name: 'North door' })
  expect(await db.keptSelf()).toEqual({ ...self, name: 'North door' })
})
