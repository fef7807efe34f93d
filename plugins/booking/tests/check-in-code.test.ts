import { expect, test } from 'vitest'
import { type CheckInCode, fingerprintCode, readCode, writeCode } from '../services/check-in/code.ts'
import { groupCode, isShortCode, correctCode } from '../domain/check-in/code-alphabet.ts'
import { type CheckInAttempt, initials, judgeCheckIn } from '../domain/check-in/scan-result.ts'

const key = { id: 3, key: Buffer.alloc(32, 7) }
const code: CheckInCode = { kind: 'seat', id: 123_456_789, session: 4_321, expires: 1_798_718_400, rev: 0 }
const written = 'C1041G0007BF6HA00023GPPDJ3R00BFSYDPDK1BF2YZ1DG713NGC7NA'

test('a code is encoded as the specification says, and decoded with its key', () => {
  expect(writeCode(code, key)).toBe(written)
  expect(readCode(written, [key])).toEqual(code)
  expect(readCode(writeCode({ ...code, kind: 'booking', rev: 511 }, key), [key])).toEqual({ ...code, kind: 'booking', rev: 255 })
})

test('a typed code may use lower case, spaces, O for zero and I or L for one', () => {
  const typed = ` ${written
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll(/(.{5})/g, '$1-')} `
  expect(readCode(typed, [key])).toEqual(code)
})

test('a code with a changed character is rejected, and so is a truncated, extended, foreign or empty one', () => {
  for (let at = 0; at < written.length; at++) {
    const other = written[at] === '7' ? '8' : '7'
    expect(readCode(written.slice(0, at) + other + written.slice(at + 1), [key]), String(at)).toBeUndefined()
  }
  for (const wrong of ['', 'C1', written.slice(0, -1), `${written}0`, written.slice(2), 'C1'.padEnd(55, '0'), '漢字'.repeat(20)])
    expect(readCode(wrong, [key]), wrong).toBeUndefined()
  expect(readCode(written, [{ id: 3, key: Buffer.alloc(32, 8) }])).toBeUndefined()
  expect(readCode(written, [{ id: 4, key: key.key }])).toBeUndefined()
  expect(readCode(written, [])).toBeUndefined()
})

test('the fingerprint a device stores is the same however the code is typed, and does not contain the code', () => {
  expect(fingerprintCode(written.toLowerCase())).toBe(fingerprintCode(written))
  expect(fingerprintCode(written)).toMatch(/^[0-9a-f]{32}$/)
  expect([isShortCode(correctCode('1234 5678 9012 3456 789')), isShortCode('123'), groupCode('1234567890123456789')]).toEqual([
    true,
    false,
    '1234 5678 9012 3456 789',
  ])
})

const at = Date.parse('2026-11-23T10:00Z')
const HOUR = 3_600_000
const here: CheckInAttempt = {
  status: 'approved',
  event: 1,
  session: 2,
  starts: at,
  ends: at + HOUR,
  opens: 60,
  closes: 0,
  target: { event: 1, session: 2 },
  now: at,
}

test('a check-in requires the right time, the right event or session, and a valid booking', () => {
  const getVerdict = (more: Partial<CheckInAttempt>) => judgeCheckIn({ ...here, ...more })
  expect(getVerdict({})).toBe('ok')
  expect([getVerdict({ now: at - HOUR }), getVerdict({ now: at - HOUR - 1 })]).toEqual(['ok', 'too_early'])
  expect([getVerdict({ now: at + HOUR }), getVerdict({ now: at + HOUR + 1 }), getVerdict({ now: at + HOUR + 1, closes: 5 })]).toEqual([
    'ok',
    'too_late',
    'ok',
  ])
  expect(getVerdict({ target: { event: 1, session: 3 } })).toBe('wrong_session')
  expect(getVerdict({ target: { event: 9, session: 3 } })).toBe('wrong_event')
  expect(getVerdict({ target: null })).toBe('ok')
  const words = ['draft', 'pending', 'canceled', 'rejected', 'refunded', 'abnormal', 'absent', 'present', 'completed'] as const
  expect(words.map((status) => getVerdict({ status }))).toEqual([
    'unknown',
    'unpaid',
    'canceled',
    'canceled',
    'refunded',
    'abnormal',
    'ok',
    'ok',
    'ok',
  ])
})

test('check-in shows names as initials, in any script', () => {
  expect([initials('may', 'chan'), initials('陳', '美'), initials('👩‍🎤', ''), initials(' ', '')]).toEqual(['M. C.', '陳. 美.', '👩.', ''])
})
