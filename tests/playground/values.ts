import fc from 'fast-check'
import type { f } from '../../core/fields/f.ts'

type KindName = Exclude<keyof typeof f, 'maybe'>

const line = fc.oneof(
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.constantFrom('=1+1', '+1', '-a', '@x', "'=1", '[clear]', 'a | b', '[x]', '{x}', '\\|', 'ünï 五', '1,2', '00123'),
)
/** Text that PostgreSQL can store: no NUL and no lone surrogates. */
const toStorable = (text: string) => text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '')
const text = line.map(toStorable)
const day = fc.date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2999-12-31T23:59:59Z'), noInvalidDate: true })
const decimals = (digits: number, places: number) =>
  fc
    .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) - 1n }), fc.integer({ min: 0, max: places }), fc.nat(99_999_999))
    .map(([minus, whole, n, rest]) => `${minus ? '-' : ''}${whole}${n > 0 ? `.${String(rest).padStart(8, '0').slice(0, n)}` : ''}`)
const word = fc.stringMatching(/^[a-z][a-z0-9_]{0,30}$/)
const picture = fc.stringMatching(/^img(\/[a-z0-9_-]{1,8}){1,3}\.(png|jpe?g|webp)$/)
const path = fc.stringMatching(/^[A-Za-z0-9]{1,6}(\/[a-z0-9_-]{1,8}){0,3}(\.[a-z]{2,4})?$/)
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 3 })
const coordinate = (most: number) => fc.option(fc.double({ min: -most, max: most, noNaN: true }).map((n) => n || 0))
const offset = fc.constantFrom('Z', 'z', '+08:00', '-23:59', '+16:00', '+23:59', '-00:30')

/** Valid values of each field type in every input format, for the declarations of the playground. */
export const right: Record<KindName, fc.Arbitrary<unknown>> = {
  text,
  area: text,
  rich: fc.oneof(
    text,
    fc.constantFrom('<p>a</p><p>b</p>', '<b>x</b><script>y</script>', '{"blocks":[{"type":"paragraph","data":{"text":"a"}}]}'),
  ),
  code: text,
  slug: fc.stringMatching(/^[a-zA-Z0-9五ü][a-zA-Z0-9._-]{0,40}$/),
  key: word,
  email: fc.tuple(word, word).map(([a, b]) => `${a}@${b.replaceAll('_', 'x')}.Test`),
  url: fc.webUrl({ withQueryParameters: true, withFragments: true }),
  phone: fc.stringMatching(/^[0-9()+-][0-9 ()+-]{1,20}[0-9]$/),
  colour: fc.stringMatching(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/),
  password: fc.string({ minLength: 8, maxLength: 40 }).map((typed) => toStorable(typed).padEnd(8, 'x')),
  sealed: text,
  int: fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }),
  decimal: fc.oneof(decimals(12, 8), fc.integer({ min: -999_999, max: 999_999 })),
  percent: fc.oneof(
    fc.integer({ min: 0, max: 10_000 }).map((n) => (n / 100).toFixed(2)),
    fc.nat(100),
  ),
  money: fc.oneof(
    fc.nat(999_999_999_999).map((n) => (n / 100).toFixed(2)),
    fc.nat(9_999_999),
    fc.constantFrom('0', '1,234.50', '-0'),
  ),
  flag: fc.boolean(),
  pick: fc.constantFrom('low', 'mid', 'top'),
  picks: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
  tags: fc.array(
    text.map((t) => t.trim()).filter((t) => t !== ''),
    { maxLength: 4 },
  ),
  date: day.map((at) => at.toISOString().slice(0, 10)),
  instant: fc
    .tuple(day, offset)
    .map(([at, zone]) => at.toISOString().replace('Z', zone))
    .filter((at) => /^(19|2\d)/.test(new Date(at).toISOString())),
  time: fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), fc.boolean())
    .map(([h, m, two]) => `${two ? String(h).padStart(2, '0') : h}:${String(m).padStart(2, '0')}`),
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
  duration: fc.oneof(fc.nat(5_256_000), fc.constant(5_256_000)),
  image: picture,
  file: path,
  privateFile: fc.integer({ min: 1, max: 9 }),
  place: fc.record({ text, latitude: coordinate(90), longitude: coordinate(180) }, { requiredKeys: ['text'] }),
  json: fc
    .jsonValue({ maxDepth: 3 })
    .map((value) => JSON.parse(toStorable(JSON.stringify(value)).replaceAll(/\\u(0000|d[89a-f]..)/gi, 'x')) as unknown),
  one: fc.integer({ min: 1, max: 3 }),
  many: ids,
  rows: fc.array(fc.record({ name: text.map((t) => `n${t.trim()}`), price: fc.nat(99).map(String) }), { maxLength: 2 }),
  any: fc.integer({ min: 1, max: 3 }).map((id) => `Shelf:${id}`),
  items: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 9 }) }), { maxLength: 3 }),
  group: fc.record({ quantity: fc.integer({ min: 1, max: 9 }) }),
  ids: fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 5 }),
  texts: fc.dictionary(word, text, { maxKeys: 3 }),
  ticket: text,
}

/** A value as a form or a URL contains it. */
export const toText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Values that cause harm if they are taken for another type. */
export const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.anything({ maxDepth: 2, withNullPrototype: true, values: [fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null)] }),
  fc.constantFrom<unknown>(
    ...[
      '{',
      '{"a":',
      '[',
      '[null]',
      '[{"toString":1}]',
      '[[1]]',
      '{"toString":1}',
      '{"blocks":[null]}',
      '{"blocks":[{"type":{"toString":1}}]}',
      'null',
      '""',
      '\ud800',
      'a\0b',
    ],
    ...[
      '1e400',
      '-0',
      '2026-01-01T00:00:00+23:59',
      '2026-12-31T23:59:60Z',
      '1:99',
      '-1,-1',
      '999,999',
      'shelf:0',
      'shelf:1e3',
      '#ABCDEG',
      '12:60',
      '٣',
      '９',
    ],
    JSON.parse('{"__proto__":{"polluted":1}}'),
    JSON.parse('{"constructor":{"prototype":{"polluted":1}}}'),
    { toString: 1, valueOf: 1 },
    [{ toString: 1 }],
    { 'en-US': { toString: 1 } },
    { 'en-US': JSON.parse('{"__proto__":1}') },
    { blocks: [{ type: 'header', data: { level: { valueOf: 1 } } }] },
    [[[[[[1]]]]]],
    -0,
    2 ** 53,
  ),
)
