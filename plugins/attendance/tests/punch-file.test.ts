import { describe, expect, test } from 'vitest'
import { longestRun } from '../../../tests/support/event-loop-delay.ts'
import { toLocalTime } from '../domain/clock.ts'
import { locate } from '../domain/distance.ts'
import { toPunchInstant } from '../domain/file-punch.ts'
import { MOST_BYTES, MOST_LINES, type PunchFile, PunchFileError, readPunchFile } from '../services/punch-file.ts'

const read = (text: string, useStates = false) => readPunchFile(Buffer.from(text), { useStates })
const describeFile = ({ format, punches, errors }: PunchFile) => [
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
      'CSV with doubled quotes and a quote within a cell',
      'staff_no,time,device_id\nE1,2026-11-30 09:00,"door ""1"", left"\nE1,2026-11-30 09:01,door 2" wide\n',
      ['csv', '2 E1 2026-11-30 540:0 auto door "1", left', '3 E1 2026-11-30 541:0 auto door 2" wide'],
    ],
    [
      'CSV with quotes that are never closed',
      'staff_no,time\nE1,2026-11-30 09:00\n"E1,2026-11-30 09:01\nE1,2026-11-30 09:02\n"E1,2026-11-30 09:03\n',
      ['csv', '2 E1 2026-11-30 540:0 auto', '4 E1 2026-11-30 542:0 auto', '3 open_quote', '5 open_quote'],
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
  ])('is read: %s', async (_, text, expected) => expect(describeFile(await read(text))).toEqual(expected))

  test('has the states of a log only on request', async () => {
    const log = [0, 1, 2, 3, 4, 5].map((state) => `E1\t2026-11-30 0${state}:00:00\t1\t${state}`).join('\n')
    expect((await read(log, true)).punches.map(({ direction }) => direction)).toEqual(['in', 'out', 'out', 'in', 'in', 'out'])
  })

  test.each([
    ['too_large', Buffer.alloc(MOST_BYTES + 1, 'a')],
    ['too_many', Buffer.from(`staff_no,time\n${'\n'.repeat(MOST_LINES + 2)}`)],
    ['encoding', Buffer.from([0x73, 0xff, 0xfe])],
    ['no_header', Buffer.from('name,when\nE1,2026-11-30 09:00')],
    ['no_lines', Buffer.from(' \n\n')],
  ])('is refused: %s', async (problem, bytes) => {
    await expect(readPunchFile(bytes)).rejects.toThrow(new PunchFileError(problem as PunchFileError['problem']))
  })

  test.each([
    ['log', '', 'E1\t2026-11-30 09:00:00\t1\t0\t1\t0\n', MOST_LINES],
    ['CSV file', 'staff_no,time\n', 'E1,2026-11-30 09:00:00\n', MOST_LINES],
    ['file of open quotes', 'staff_no,time\n', 'E1,"2026-11-30 09:00:00\n', 0],
  ])('of the largest size is read in a moment, and does not hold the process: a %s', async (_, header, line, count) => {
    const file = header + line.repeat(MOST_LINES)
    let hold = Infinity
    for (let round = 0; round < 5 && hold > 100; round++)
      hold = Math.min(hold, await longestRun(async () => expect((await read(file)).punches).toHaveLength(count)))
    expect(hold).toBeLessThan(100)
  })
})

test.each([
  ['2026-03-08 01:59', '01:59'],
  ['2026-03-08 02:30', '03:30'],
  ['2026-03-08 03:00', '03:00'],
  ['2026-11-01 01:30', '01:30'],
])('the clock of New York at %s is %s', async (time, expected) => {
  const [punch] = (await read(`E1\t${time}:00`)).punches
  if (!punch) throw new Error('no punch')
  const at = toPunchInstant(punch, 'America/New_York')
  expect(toLocalTime(at, 'America/New_York')).toBe(expected)
})

test('of a time that occurs twice the first one counts', async () => {
  const [punch] = (await read('E1\t2026-11-01 01:30:00')).punches
  if (!punch) throw new Error('no punch')
  expect(new Date(toPunchInstant(punch, 'America/New_York')).toISOString()).toBe('2026-11-01T05:30:00.000Z')
})

test('the nearest site decides whether a punch is outside', () => {
  const shop = { latitude: 22.2866, longitude: 114.1506, radius_m: 200 }
  const office = { latitude: 22.3027, longitude: 114.1772, radius_m: 100 }
  expect(locate({ latitude: 22.2866, longitude: 114.1506 }, [shop, office])).toEqual({ distance_m: 0, outside: false })
  expect(locate({ latitude: 22.2866, longitude: 114.153 }, [shop, office])).toEqual({ distance_m: 247, outside: true })
  expect(locate({ latitude: 22.3027, longitude: 114.1772 }, [shop, office])?.outside).toBe(false)
  expect(locate({ latitude: 22.3027, longitude: 114.1772 }, [])).toBeNull()
})
