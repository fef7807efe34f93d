import { expect, test } from 'vitest'
import { fingerprintCode as serverPrint } from '../../../services/check-in/code.ts'
import type { CheckInList } from '../../../check-in-api-types.ts'
import type { Sent } from './db.ts'
import { letIn } from './update-seats.ts'
import { aloneAnswer, judgeAlone, findPrint } from './judge-offline-scan.ts'

const now = Date.parse('2026-11-23T10:00Z')
const [a, b] = ['C1AAAA', 'C1BBBB']
const seat = (id: number, code: string, status: 'pending' | 'present' = 'pending') => ({
  id,
  booking: 7,
  number: 'BK7',
  seat_no: id,
  of: 2,
  name: 'M. C.',
  status,
  at: null,
  rev: 0,
  prints: [serverPrint(code)],
  group: serverPrint('C1GROUP'),
})
const list: CheckInList = {
  time: {
    session: 1,
    event: 2,
    title: 'Class',
    kind: 'session',
    zone: 'Asia/Hong_Kong',
    starts_at: '2026-11-23T10:00:00.000Z',
    ends_at: '2026-11-23T11:00:00.000Z',
    with: null,
    expected: 2,
    present: 0,
  },
  opens: 60,
  closes: 0,
  made_at: '2026-11-23T09:00:00.000Z',
  forget_at: '2026-11-23T13:00:00.000Z',
  seats: [seat(1, a), seat(2, b, 'present')],
}
const sent = (code: string, more: Partial<Sent> = {}): Sent => ({
  nonce: 'n',
  code,
  seat_id: null,
  seats: [],
  event_id: 2,
  session_id: 1,
  override: false,
  note: '',
  ...more,
})
const judgeResult = async (code: string, more: Partial<Sent> = {}, at = now) => (await judgeAlone(list, sent(code, more), at)).result

test('the browser computes the same fingerprint of a code as the server, however it is typed', async () => {
  expect(await findPrint('c1 aa-aa')).toBe(serverPrint('C1AAAA'))
})

test('an offline device admits each seat on its list once, within check-in hours, and nobody else', async () => {
  expect([await judgeResult(a), await judgeResult(b), await judgeResult('C1CCCC')]).toEqual(['ok', 'already', 'unknown'])
  expect(await judgeResult('C1GROUP')).toBe('choose')
  expect(await judgeResult('C1GROUP', { seats: [{ id: 1 }] })).toBe('ok')
  expect(await judgeResult('', { seat_id: 1 })).toBe('ok')
  expect(await judgeResult(a, {}, now - 61 * 60_000)).toBe('too_early')
  expect(await judgeResult(a, {}, now + 61 * 60_000)).toBe('too_late')
  expect(await judgeResult(a, { override: true, note: 'Rain' }, now + 61 * 60_000)).toBe('ok')
  expect((await judgeAlone(undefined, sent(a), now)).result).toBe('unknown')
})

test('an offline answer has the format of a server answer', async () => {
  const answer = aloneAnswer(list, 'n', await judgeAlone(list, sent(a), now), '2026-11-23T10:00:00.000Z')
  expect(answer).toMatchObject({ result: 'ok', here: 2, seat: { seat_no: 1, status: 'present' }, booking: { name: 'M. C.', quantity: 2 } })
})

test('an offline check-in counts at once, and a seat is counted only once', () => {
  const once = letIn({ ...list, time: { ...list.time, present: 1 } }, [1], '2026-11-23T10:01:00.000Z')
  expect([once.time.present, once.seats.map(({ status }) => status)]).toEqual([2, ['present', 'present']])
  expect(letIn(once, [1, 2], '2026-11-23T10:02:00.000Z')).toEqual(once)
})
