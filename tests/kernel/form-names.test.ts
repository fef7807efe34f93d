import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePath, setAtPath } from '../../core/http/parse-body.ts'
import { BAD_REQUEST, AppError } from '../../core/http/errors.ts'
import { tries } from '../support/property.ts'

/** The body that a form with these pairs describes, before gaps in lists are closed. */
const form = (...pairs: [name: string, value: unknown][]) => {
  const body: Record<string, unknown> = {}
  for (const [name, value] of pairs) setAtPath(body, parsePath(name), value)
  return body
}
const badRequest = expect.objectContaining({ kind: BAD_REQUEST })
const refused = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  return undefined
}

describe('the name of a form field', () => {
  test('addresses lists by number and objects by key', () => {
    expect(form(['stocks[0][price]', '480'], ['stocks[0][sku]', 'A'], ['stocks[1][price]', '9'], ['title', 'Tea'])).toEqual({
      stocks: [{ price: '480', sku: 'A' }, { price: '9' }],
      title: 'Tea',
    })
    expect(form(['title[zh-HK]', '茶'], ['title[en-US]', 'Tea'])).toEqual({ title: { 'zh-HK': '茶', 'en-US': 'Tea' } })
  })

  test('with empty brackets appends', () => {
    expect(form(['ids[]', '3'], ['ids[]', '1'], ['ids[]', '2'])).toEqual({ ids: ['3', '1', '2'] })
    expect(form(['rows[][a]', '1'], ['rows[][a]', '2'])).toEqual({ rows: [{ a: '1' }, { a: '2' }] })
  })

  test('given twice uses the later value, and a nested value replaces a plain one', () => {
    expect(form(['a', '1'], ['a', '2'])).toEqual({ a: '2' })
    expect(form(['a', '1'], ['a[b]', '2'])).toEqual({ a: { b: '2' } })
    const bytes = Buffer.from('a file')
    expect(form(['a', bytes], ['a[b]', '2'])).toEqual({ a: { b: '2' } })
    expect(bytes.toString()).toBe('a file')
  })

  test.each([
    '__proto__',
    '__proto__[x]',
    'a[__proto__]',
    'constructor[prototype][x]',
    'a[constructor]',
    'a[prototype]',
    'a[1000]',
    'a[b][c][d][e][f][g]',
    `a${'b'.repeat(200)}`,
  ])('%j is refused', (name) => expect(refused(() => parsePath(name))).toEqual(badRequest))

  test('may have six parts, an index up to 999, and two hundred characters', () => {
    expect(parsePath('a[b][c][d][e][f]')).toHaveLength(6)
    expect(parsePath('a[999]')).toEqual(['a', '999'])
    expect(parsePath('a'.repeat(200))).toHaveLength(1)
  })

  test('cannot set a key that is not an index on a list', () => {
    for (const name of ['a[length]', 'a[-1]', 'a[1.5]', 'a[x][y]'])
      expect(
        refused(() => form(['a[0]', '1'], [name, '5'])),
        name,
      ).toEqual(badRequest)
    const body = form(['a[0]', '1'])
    expect(refused(() => setAtPath(body, ['a', '1000'], 'x'))).toEqual(badRequest)
    expect(body).toEqual({ a: ['1'] })
  })

  test('cannot reach inherited object properties', () => {
    const body = form(['toString[a]', '1'], ['hasOwnProperty', '2'])
    expect(Object.hasOwn(body, 'toString')).toBe(true)
    expect(body.toString).toEqual({ a: '1' })
    expect({}.toString).toBe(Object.prototype.toString)
  })
})

test('any value flattened into field names is rebuilt from them', () => {
  const key = fc.stringMatching(/^[a-z]{1,6}$/).filter((word) => !(word in {}))
  const { body } = fc.letrec<{ value: unknown; body: Record<string, unknown> }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.string(),
      fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
      fc.dictionary(key, tie('value'), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
    ),
    body: fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  }))
  const pairs = (value: unknown, name: string): [string, unknown][] =>
    value !== null && typeof value === 'object'
      ? Object.entries(value).flatMap(([k, v]) => pairs(v, name === '' ? k : `${name}[${k}]`))
      : [[name, value]]
  fc.assert(
    fc.property(body, (whole) => {
      const entries = pairs(whole, '').filter(([name]) => name.split('[').length <= 6)
      fc.pre(entries.length === pairs(whole, '').length)
      expect(form(...entries)).toEqual(whole)
    }),
    tries(200),
  )
})
