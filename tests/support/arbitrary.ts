import fc from 'fast-check'

type Schema = Record<string, any>

/** Texts that often cause errors in programs. */
const NASTY = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  'true',
  '__proto__',
  'constructor',
  "'; drop table product; --",
  '%00',
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{"a":1}',
  '[1,2]',
  '9'.repeat(40),
  '㍿🙂'.repeat(200),
]

/** Any JSON value, including known problematic ones. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.constantFrom(null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308),
  fc.array(fc.constantFrom(...NASTY, 1, null), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('id', 'a', 'language', 'title'), fc.constantFrom(...NASTY, 7, null), { maxKeys: 3 }),
)

/** The path used for file fields; tests create the upload with `addFiles`. */
export const UPLOAD = 'img/ab/0123456789abcdef01234567.png'

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  'date-time': fc.constantFrom('2026-03-01T10:00:00Z', '2027-12-31T23:59:59.999Z'),
  date: fc.constantFrom('2026-03-01', '2028-02-29'),
  day: fc.constantFrom('2026-03-01', '2028-02-29'),
  clock: fc.constantFrom('09:30', '23:59'),
  email: fc.integer({ min: 1, max: 99_999 }).map((n) => `somebody${n}@example.com`),
  money: fc.constantFrom('0.00', '12.50', '9999.99'),
  decimal: fc.constantFrom('0', '1.5'),
  percent: fc.constantFrom('0', '12.5'),
  colour: fc.constantFrom('#336699'),
  'http-url': fc.constantFrom('https://example.com/a'),
  phone: fc.constantFrom('2345 6789'),
  slug: fc.integer({ min: 1, max: 99_999 }).map((n) => `word-${n}`),
  key: fc.integer({ min: 1, max: 99_999 }).map((n) => `word_${n}`),
  'file-path': fc.constantFrom(UPLOAD),
  'image-path': fc.constantFrom(UPLOAD),
  'new-password': fc.constantFrom('a long password'),
}

const words = fc.oneof(
  fc.constantFrom('a word', '繁體字', "O'Neil & <Co>"),
  fc.integer({ min: 1, max: 99_999 }).map((n) => `word${n}`),
)

/** Lookups for generating values of a schema. */
export interface SchemaContext {
  /** Resolves a schema reference. */
  refs: (name: string) => Schema
  /** Generates existing values for a property name, mostly row ids; undefined if none are known. */
  there?: (member: string) => fc.Arbitrary<unknown> | undefined
}

/** Generates values of a JSON schema. Types are valid; references are mostly to existing rows, where those are known. */
export function toArbitrary(schema: Schema, context: SchemaContext, depth = 0): fc.Arbitrary<unknown> {
  if (schema.$ref) return toArbitrary(context.refs(String(schema.$ref)), context, depth)
  if (schema.enum) return fc.constantFrom(...(schema.enum.length > 0 ? schema.enum : ['']))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((branch: Schema) => toArbitrary(branch, context, depth)))
  switch (schema.type) {
    case 'integer':
    case 'number':
      return wholeNumbers(schema)
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(depth > 4 ? fc.constant(1) : toArbitrary(schema.items ?? {}, context, depth + 1), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, 2),
      })
    case 'object':
      return toObjectArbitrary(schema, context, depth)
    case 'string':
      return toTextArbitrary(schema)
    default:
      return anything
  }
}

/** Mostly small numbers: rows with such ids exist. */
function wholeNumbers({ minimum = 0, maximum = 1_000 }: Schema): fc.Arbitrary<number> {
  const min = Math.max(minimum, -1_000)
  return fc.oneof(
    { arbitrary: fc.integer({ min, max: Math.min(maximum, min + 5) }), weight: 4 },
    fc.integer({ min, max: Math.max(min, Math.min(maximum, 1_000)) }),
  )
}

function toTextArbitrary(schema: Schema): fc.Arbitrary<string> {
  const predefined = FORMATS[schema.format]
  if (predefined) return predefined
  return words.map((word) => word.slice(0, schema.maxLength ?? 200).padEnd(schema.minLength ?? 0, 'x'))
}

function toObjectArbitrary({ properties = {}, required = [], additionalProperties }: Schema, context: SchemaContext, depth: number) {
  const names = Object.keys(properties)
  if (names.length === 0 && typeof additionalProperties === 'object')
    return fc.dictionary(fc.constantFrom('en-US', 'zh-HK'), toArbitrary(additionalProperties, context, depth + 1), { maxKeys: 2 })
  const member = (name: string) => {
    const any = toArbitrary(properties[name], context, depth + 1)
    const there = context.there?.(name)
    return there ? fc.oneof({ arbitrary: there, weight: 5 }, any) : any
  }
  return fc.record(Object.fromEntries(names.map((name) => [name, member(name)])), {
    requiredKeys: required.filter((name: string) => names.includes(name)),
  })
}

/** A valid object with one or two invalid values. */
export const toInvalidArbitrary = (schema: Schema, context: SchemaContext): fc.Arbitrary<unknown> =>
  fc.oneof(
    { arbitrary: anything, weight: 1 },
    {
      arbitrary: fc
        .tuple(toArbitrary(schema, context), fc.array(fc.tuple(fc.nat(), anything), { minLength: 1, maxLength: 2 }))
        .map(([right, wrongs]) => {
          const names = Object.keys((schema.$ref ? context.refs(schema.$ref) : schema).properties ?? {})
          if (names.length === 0 || right === null || typeof right !== 'object') return wrongs[0]?.[1]
          return { ...right, ...Object.fromEntries(wrongs.map(([i, wrong]) => [names[i % names.length] ?? '', wrong])) }
        }),
      weight: 4,
    },
  )
