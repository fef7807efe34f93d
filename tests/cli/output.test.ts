import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EXIT, explain, type ExitName } from '../../cli/errors.ts'
import { createUnknownNameError } from '../../cli/nearest.ts'
import { nearest } from '../../core/text/edit-distance.ts'
import { idList, several, wholeNumber } from '../../cli/options.ts'
import { dryRunNote, note, printData, printRows, reportFailure } from '../../cli/output.ts'
import { progress } from '../../cli/progress.ts'

/** Output of the command line: streams, formats and exit codes. */
const original = { out: process.stdout.write, err: process.stderr.write, tty: process.stdout.isTTY, columns: process.stdout.columns }
let out = ''
let err = ''
beforeEach(() => {
  out = err = ''
  process.stdout.write = ((text: string) => Boolean((out += text))) as never
  process.stderr.write = ((text: string) => Boolean((err += text))) as never
})
afterEach(() => {
  Object.assign(process.stdout, { write: original.out, isTTY: original.tty, columns: original.columns })
  Object.assign(process.stderr, { write: original.err })
  delete process.env['STOA_LOG']
  delete process.env['CI']
})

const rows = [
  { id: 1, name: 'Tea', held: ['a', 'b'], at: new Date(0), gone: null },
  { id: 20, name: 'Long coffee', held: [], at: undefined, gone: 'x' },
]

test('rows are printed as JSON in full, or only the requested columns in their order', () => {
  printRows({ json: true }, ['id'], rows)
  expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(rows)))
  out = ''
  printRows({ json: true, fields: 'name, id' }, ['id'], rows)
  expect(out).toBe('[{"name":"Tea","id":1},{"name":"Long coffee","id":20}]\n')
})

test('when piped, a row is one tab-separated line without a heading', () => {
  printRows({}, ['id', 'name', 'held', 'at', 'gone'], rows)
  expect(out).toBe('1\tTea\t["a","b"]\t1970-01-01T00:00:00.000Z\t\n20\tLong coffee\t[]\t\tx\n')
})

test('on a terminal a row is aligned in columns below a heading and cut at the terminal width', () => {
  Object.assign(process.stdout, { isTTY: true, columns: 12 })
  printRows({}, ['id', 'name'], rows)
  // Escapes of a colour are no letters on a screen.
  // oxlint-disable-next-line no-control-regex
  expect(out.replaceAll(/\u001B\[\d+m/g, '').split('\n')).toEqual(['id  name', '1   Tea', '20  Long cof', ''])
  out = ''
  printRows({ plain: true }, ['id', 'name'], rows)
  expect(out).toBe('1\tTea\n20\tLong coffee\n')
  out = ''
  Object.assign(process.stdout, { columns: 0 })
  printRows({}, ['name'], rows)
  expect(out).toContain('Long coffee')
})

test('user input can neither break a line, add a cell, nor send terminal escapes', () => {
  const row = { subject: 'Hello\nthere\tyou\r\u001B]0;owned\u0007\u009B2J', id: 1 }
  printRows({ plain: true }, ['subject', 'id'], [row])
  expect(out).toBe('Hello there you ]0;owned 2J\t1\n')
  out = ''
  printRows({ json: true }, ['subject'], [row])
  expect(JSON.parse(out)).toEqual([row])
})

test('an unknown column is refused with the available ones, including those not shown by default', () => {
  expect(() => printRows({ fields: 'id,nmae' }, ['id'], rows)).toThrow('no column "nmae". There are id, name, held, at, gone.')
  expect(out).toBe('')
  printRows({ fields: 'gone', plain: true }, ['id'], rows)
  expect(out).toBe('\nx\n')
})

test('an empty list accepts the same columns as a filled one', () => {
  printRows({ fields: 'gone', json: true }, ['id'], [])
  expect(out).toBe('[]\n')
})

test('data ends with one newline; notes go to stderr, and are omitted with --quiet and --json', () => {
  printData('a')
  printData('b\n')
  note({}, 'for people')
  note({ quiet: true }, 'hushed')
  note({ json: true }, 'hushed')
  expect([out, err]).toEqual(['a\nb\n', 'for people\n'])
})

test('a dry run prints the plan marked as a dry run', () => {
  dryRunNote({ json: true }, { role: 'x' })
  dryRunNote({}, { role: 'x' })
  expect(JSON.parse(out)).toEqual({ role: 'x', dry_run: true })
  expect(err).toContain('nothing changed')
})

const failures: [code: string, exit: ExitName, extra?: object][] = [
  ['ECONNREFUSED', 'unavailable'],
  ['EAI_AGAIN', 'unavailable'],
  ['57P03', 'unavailable'],
  ['53300', 'unavailable'],
  ['28P01', 'config'],
  ['3D000', 'config'],
  ['EACCES', 'config', { path: '/srv/stoa' }],
  ['EROFS', 'config', { path: '/srv/stoa' }],
  ['ENOSPC', 'unavailable'],
  ['EADDRINUSE', 'failure', { port: 8080, address: '::' }],
]
test.each(failures)('%s exits with %s, with a message and no stack trace', (code, exit, extra) => {
  const ended = reportFailure({}, Object.assign(new Error('what it said'), { code, ...extra }))
  expect(ended).toBe(EXIT[exit])
  expect(err).toMatch(/^Error: .+\nTry: .+\n$/)
})

test('an unexpected error exits with 1 and prints a stack trace', () => {
  expect(reportFailure({}, new TypeError('x is not a function'))).toBe(1)
  expect(err).toMatch(/^Error: x is not a function\n( +at .+\n)+$/)
  err = ''
  expect(reportFailure({}, 'only a text')).toBe(1)
  expect(err).toBe('Error: only a text\n')
  // A permission error is explained by its path. Without a path it is an unexpected error.
  expect(explain(Object.assign(new Error('no'), { code: 'EACCES' }))).toBeUndefined()
})

test('--verbose prints the stack trace of a known error, and a canceled prompt is not an error', () => {
  const cliError = createUnknownNameError('role', 'x', [])
  expect(reportFailure({}, cliError)).toBe(5)
  expect(err).toBe('Error: no role "x".\n')
  err = ''
  reportFailure({ verbose: true }, cliError)
  expect(err).toMatch(/^Error: no role "x".\n +at /)
  err = ''
  expect(reportFailure({}, Object.assign(new Error('User force closed'), { name: 'ExitPromptError' }))).toBe(130)
  expect(err).toBe('Cancelled\n')
})

test('errors as JSON have an upper-case code, a hint and details, and no empty members', () => {
  reportFailure({ json: true }, createUnknownNameError('role', 'onwer', ['owner'], { hint: 'stoa role list' }))
  reportFailure({ json: true }, new Error('bare'))
  expect(
    err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    {
      error: {
        code: 'NOT_FOUND',
        message: 'no role "onwer". Did you mean owner?',
        details: { nearest: 'owner' },
        hint: 'stoa role list',
      },
    },
    { error: { code: 'FAILURE', message: 'bare' } },
  ])
})

test('a whole number is written in digits and within the safe integer range', () => {
  expect([wholeNumber('1'), wholeNumber('007'), wholeNumber('9007199254740991')]).toEqual([1, 7, Number.MAX_SAFE_INTEGER])
  for (const wrong of ['0', '-1', '1.5', '', ' ', '1e3', '0x10', '9007199254740992', '1e21', 'Infinity', 'NaN', '１'])
    expect(() => wholeNumber(wrong), wrong).toThrow('It must be a whole number from 1.')
  expect(idList('3, 1,2')).toEqual([3, 1, 2])
  for (const wrong of ['1,,2', '1;2', 'all', '']) expect(() => idList(wrong), wrong).toThrow('whole number')
  expect(several('b', several('a'))).toEqual(['a', 'b'])
})

test('a name with one typing error is found', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 4, maxLength: 12 })
  fc.assert(
    fc.property(word, fc.nat(), fc.constantFrom('leave out', 'swap', 'change', 'add'), (intended, where, typo) => {
      const at = where % (intended.length - 1)
      const [a = '', b = ''] = [intended[at], intended[at + 1]]
      const typed =
        intended.slice(0, at) + { 'leave out': b, swap: b + a, change: `z${b}`, add: `z${a}${b}` }[typo] + intended.slice(at + 2)
      expect(nearest(typed, ['quite another thing', intended.toUpperCase()])).toBe(intended.toUpperCase())
    }),
  )
})

test('in CI progress is logged once per tenth, in order; elsewhere it is silent', () => {
  process.env['CI'] = '1'
  const bar = progress('Copy', {})
  for (const part of [0, 0.05, 0.1, 0.12, 0.31, 0.3, 0.99, 1, 1.7]) bar.update(part, 'x')
  bar.end()
  expect(err.split('\n')).toEqual(['Copy 10% (x)', 'Copy 30% (x)', 'Copy 90% (x)', 'Copy 100% (x)', ''])
  err = ''
  for (const silent of [{ quiet: true }, { json: true }, { progress: false }]) progress('Copy', silent).update(1, 'x')
  delete process.env['CI']
  progress('Copy', {}).update(1, 'x')
  expect(err).toBe('')
})
