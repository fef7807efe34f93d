import { describe, expect, test } from 'vitest'
import { readHolidayFile } from '../services/holiday-file/holiday-file.ts'
import { asIcs, asJson } from './holiday-file-fixture.ts'

const bytes = (text: string) => Buffer.from(text)
const days = (file: Buffer) => readHolidayFile(file).days.map(({ date, title }) => [date, title])
const problems = (file: Buffer) => readHolidayFile(file).errors.map(({ problem }) => problem)

describe('an iCalendar file', () => {
  test('is read with CRLF and with LF line ends', () => {
    const file = asIcs([['20270101', 'The first day of January']])
    const expected = [['2027-01-01', 'The first day of January']]
    expect(days(bytes(file))).toEqual(expected)
    expect(days(bytes(file.replaceAll('\r\n', '\n')))).toEqual(expected)
  })

  test('is read with a byte-order mark', () => {
    expect(days(bytes(`\ufeff${asIcs([['20270101', '一月一日']])}`))).toEqual([['2027-01-01', '一月一日']])
  })

  test('joins a line that is folded within a character', () => {
    const title = '香港特別行政區成立紀念日'
    const [head = '', tail = ''] = asIcs([['20270701', title]]).split(title)
    const encoded = Buffer.from(title)
    for (const cut of [1, 2, 4, 7]) {
      const folded = Buffer.concat([bytes(head), encoded.subarray(0, cut), bytes('\r\n '), encoded.subarray(cut), bytes(tail)])
      expect(days(folded)).toEqual([['2027-07-01', title]])
    }
  })

  test('ignores unknown properties, alarms and other components, and unescapes texts', () => {
    const file = [
      'BEGIN:VCALENDAR',
      'X-WR-CALNAME;X-A="a:b;c":Holidays',
      'BEGIN:VTIMEZONE',
      'TZID:Asia/Hong_Kong',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'DTSTART;X-SOURCE="x:y";VALUE=DATE:20270101',
      'DTEND;VALUE=DATE:20270102',
      String.raw`SUMMARY;LANGUAGE=en:New Year\, first\; day\nof the year`,
      'BEGIN:VALARM',
      'SUMMARY:Not this one',
      'END:VALARM',
      'X-UNKNOWN:1',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n')
    expect(days(bytes(file))).toEqual([['2027-01-01', 'New Year, first; day of the year']])
  })

  test('spreads an event of several days, whose end is exclusive', () => {
    const file = asIcs([['20270206', 'Lunar New Year', '20270209']])
    expect(days(bytes(file)).map(([date]) => date)).toEqual(['2027-02-06', '2027-02-07', '2027-02-08'])
  })

  test('reports a faulty event by its line and reads the others', () => {
    const file = asIcs([
      ['20270101', 'First'],
      ['20270101', 'Again'],
      ['20270230', 'No such day'],
      ['20270301T090000Z', 'With a time'],
      ['20270302', ''],
      ['20270303', 'x'.repeat(201)],
      ['20270304', 'Too long', '20270601'],
      ['20270305', 'Backwards', '20270301'],
      ['20270306', 'Last'],
    ])
    const read = readHolidayFile(bytes(file))
    expect(read.days.map(({ title }) => title)).toEqual(['First', 'Last'])
    expect(read.errors.map(({ problem }) => problem)).toEqual([
      'duplicate_date',
      'bad_date',
      'date_type',
      'no_title',
      'long_title',
      'end_date',
      'end_date',
    ])
    const lines = file.split('\r\n')
    expect(read.errors.map(({ line }) => lines[line - 1])).toEqual(Array.from({ length: 7 }, () => 'BEGIN:VEVENT'))
  })

  test('reports an event without a date, and a declared date-time', () => {
    const of = (line: string) => bytes(['BEGIN:VCALENDAR', 'BEGIN:VEVENT', line, 'SUMMARY:x', 'END:VEVENT', 'END:VCALENDAR'].join('\n'))
    expect(problems(of('UID:1'))).toEqual(['no_date'])
    expect(problems(of('DTSTART;VALUE=DATE-TIME:20270101'))).toEqual(['date_type'])
    expect(problems(of('DTSTART;VALUE=PERIOD:20270101'))).toEqual(['date_type'])
  })
})

describe('a JSON file', () => {
  test('is read with a byte-order mark, in the shape the Hong Kong government publishes', () => {
    const file = `\ufeff${asJson([
      ['20270101', '一月一日'],
      ['20270206', '農曆年初一'],
    ])}`
    expect(readHolidayFile(bytes(file)).format).toBe('json')
    expect(days(bytes(file))).toEqual([
      ['2027-01-01', '一月一日'],
      ['2027-02-06', '農曆年初一'],
    ])
  })

  test('reports a faulty event by its position', () => {
    const vevent = [
      { dtstart: ['20270101', { value: 'DATE' }], summary: 'First' },
      { dtstart: ['20270102T000000Z', { value: 'DATE-TIME' }], summary: 'With a time' },
      { dtstart: [20_270_103, { value: 'DATE' }], summary: 'A number' },
      { dtstart: ['20270104', { value: 'DATE' }], summary: 7 },
      { summary: 'No date' },
      'no event',
      null,
      { dtstart: '20270105', summary: 'A bare text' },
    ]
    const read = readHolidayFile(bytes(JSON.stringify({ vcalendar: [{ vevent }] })))
    expect(read.days.map(({ title }) => title)).toEqual(['First', 'A bare text'])
    expect(read.errors.map(({ line, problem }) => [line, problem])).toEqual([
      [2, 'date_type'],
      [3, 'date_type'],
      [4, 'no_title'],
      [5, 'no_date'],
      [6, 'no_date'],
      [7, 'no_date'],
    ])
  })

  test.each(['{', '{}', '{"vcalendar":[]}', '{"vcalendar":null}', '{"a":1}'])('%s is no holiday file', (text) => {
    expect(() => readHolidayFile(bytes(text))).toThrow('not_calendar')
  })
})

describe('a file outside the limits is refused at once', () => {
  const many = Array.from({ length: 10_000 }, (_, i): [string, string] => [
    new Date(Date.UTC(2000, 0, 1 + i)).toISOString().slice(0, 10).replaceAll('-', ''),
    'x',
  ])

  test.each([
    ['10,000 events', asIcs(many, false), 'too_many'],
    ['10,000 events as JSON', asJson(many, false), 'too_many'],
    [
      'events with more than 400 days',
      asIcs(Array.from({ length: 14 }, (_, i) => [`${2000 + i}0101`, 'x', `${2000 + i}0131`])),
      'too_many',
    ],
    ['deep JSON', `{"vcalendar":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'too_deep'],
    ['deep components', `BEGIN:VCALENDAR\n${'BEGIN:VEVENT\n'.repeat(10_000)}`, 'too_deep'],
    ['more than 512 KB', `BEGIN:VCALENDAR\n${' '.repeat(512 * 1024)}`, 'too_large'],
    ['an empty file', '', 'not_calendar'],
    ['a web page', '<!doctype html><html></html>', 'not_calendar'],
  ])('%s', (_name, text, problem) => {
    const start = process.cpuUsage()
    expect(() => readHolidayFile(bytes(text))).toThrow(problem)
    // Time of the processor, so that other work on the machine does not count.
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(1_000)
  })

  test('another encoding is named', () => {
    const big5 = Buffer.concat([bytes('BEGIN:VCALENDAR\nSUMMARY:'), Buffer.from([0xa4, 0x40, 0xa4, 0xeb])])
    expect(() => readHolidayFile(big5)).toThrow('encoding')
    expect(() => readHolidayFile(Buffer.concat([bytes('{"vcalendar":"'), Buffer.from([0xa4, 0x40])]))).toThrow('encoding')
  })
})
