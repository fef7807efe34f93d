import { describe, expect, test } from 'vitest'
import { toLocalTime } from '../domain/clock.ts'
import { locate } from '../domain/distance.ts'
import { MOST_BYTES, MOST_LINES, PunchFileError, readPunchFile, toPunchInstant } from '../domain/punch-file.ts'
import { splitCsvLine } from '../domain/split-csv-line.ts'

const read = (text: string, useStates = false) => readPunchFile(Buffer.from(text), { useStates })
const describeFile = ({ format, punches, errors }: ReturnType<typeof read>) => [
  format,
  ...punches.map((punch) =>
    `${punch.line} ${punch.staff_no} ${punch.date} ${punch.minute}:${punch.second} ${punch.direction} ${punch.device_id}`.trim(),
  ),
  ...errors.map(({ line, problem }) => `${line} ${problem}`),
]

describe('a punch file', () => {
  test.each([
    [
      'a log',
      'E1\t2026-11-30 09:00:05\t1\t1\t1\t0\nE2\t2026-11-30 18:00:00\t1\t0\n',
      ['dat', '1 E1 2026-11-30 540:5 auto 1', '2 E2 2026-11-30 1080:0 auto 1'],
    ],
    ['a log with blanks and CRLF', '   E1\t2026-11-30 09:00:00\t1\r\n\r\n', ['dat', '1 E1 2026-11-30 540:0 auto 1']],
    [
      'CSV',
      'staff_no,time,direction\nE1,2026-11-30 09:00,in\nE1,2026-11-30T18:00:01,OUT\n',
      ['csv', '2 E1 2026-11-30 540:0 in', '3 E1 2026-11-30 1080:1 out'],
    ],
    [
      'CSV with a mark, semicolons and quotes',
      '\uFEFF"staff_no";"date";"time"\n"E;1";2026-11-30;9:05\n',
      ['csv', '2 E;1 2026-11-30 545:0 auto'],
    ],
    [
      'lines that cannot be read',
      [
        'staff_no,time,direction',
        ',2026-11-30 09:00,',
        'E1,2026-02-30 09:00,',
        'E1,2026-11-30 24:00,',
        'E1,9 o’clock,',
        'E1,2026-11-30 09:00,up',
        `E1,${'9'.repeat(600)}`,
      ].join('\n'),
      ['csv', '2 no_staff_no', '3 bad_time', '4 bad_time', '5 bad_time', '6 bad_direction', '7 long_line'],
    ],
  ])('is read: %s', (_, text, expected) => expect(describeFile(read(text))).toEqual(expected))

  test('has the states of a log only on request', () => {
    const log = [0, 1, 2, 3, 4, 5].map((state) => `E1\t2026-11-30 0${state}:00:00\t1\t${state}`).join('\n')
    expect(read(log, true).punches.map(({ direction }) => direction)).toEqual(['in', 'out', 'out', 'in', 'in', 'out'])
  })

  test.each([
    ['too_large', Buffer.alloc(MOST_BYTES + 1, 'a')],
    ['too_many', Buffer.from(`staff_no,time\n${'\n'.repeat(MOST_LINES + 2)}`)],
    ['encoding', Buffer.from([0x73, 0xff, 0xfe])],
    ['no_header', Buffer.from('name,when\nE1,2026-11-30 09:00')],
    ['no_lines', Buffer.from(' \n\n')],
  ])('is refused: %s', (problem, bytes) => {
    expect(() => readPunchFile(bytes)).toThrow(new PunchFileError(problem as PunchFileError['problem']))
  })

  test('of the largest size is read in a moment', () => {
    const line = 'E1\t2026-11-30 09:00:00\t1\t0\t1\t0\n'
    const started = performance.now()
    expect(read(line.repeat(MOST_LINES)).punches).toHaveLength(MOST_LINES)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

test.each([
  ['2026-03-08 01:59', '01:59'],
  ['2026-03-08 02:30', '03:30'],
  ['2026-03-08 03:00', '03:00'],
  ['2026-11-01 01:30', '01:30'],
])('the clock of New York at %s is %s', (time, expected) => {
  const [punch] = read(`E1\t${time}:00`).punches
  if (!punch) throw new Error('no punch')
  const at = toPunchInstant(punch, 'America/New_York')
  expect(toLocalTime(at, 'America/New_York')).toBe(expected)
})

test('of a time that occurs twice the first one counts', () => {
  const [punch] = read('E1\t2026-11-01 01:30:00').punches
  if (!punch) throw new Error('no punch')
  expect(new Date(toPunchInstant(punch, 'America/New_York')).toISOString()).toBe('2026-11-01T05:30:00.000Z')
})

test.each([
  ['a,b', ['a', 'b']],
  ['"a,b";c', ['a,b', 'c']],
  ['"a ""b""",', ['a "b"', '']],
  ['', ['']],
])('the CSV line %s is split', (line, cells) => expect(splitCsvLine(line)).toEqual(cells))

test('the nearest site decides whether a punch is outside', () => {
  const shop = { latitude: 22.2866, longitude: 114.1506, radius_m: 200 }
  const office = { latitude: 22.3027, longitude: 114.1772, radius_m: 100 }
  expect(locate({ latitude: 22.2866, longitude: 114.1506 }, [shop, office])).toEqual({ distance_m: 0, outside: false })
  expect(locate({ latitude: 22.2866, longitude: 114.153 }, [shop, office])).toEqual({ distance_m: 247, outside: true })
  expect(locate({ latitude: 22.3027, longitude: 114.1772 }, [shop, office])?.outside).toBe(false)
  expect(locate({ latitude: 22.3027, longitude: 114.1772 }, [])).toBeNull()
})
