import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { f } from '../../core/fields/f.ts'
import { findProblem } from '../../core/fields/rules.ts'
import type { Field } from '../../core/fields/types.ts'
import { AppError } from '../../core/http/errors.ts'
import { toCanonicalValue } from '../../core/resource/changes.ts'
import type { CompiledField } from '../../core/resource/compile.ts'
import { checkInput } from '../../core/resource/input.ts'
import { Problems, parseInput } from '../../core/resource/parse-input.ts'
import type { TestApp } from '../support/app.ts'
import { tries } from '../support/property.ts'
import { openPlayground } from './start.ts'
import { right, strange } from './values.ts'

/**
 * Properties of every field type, tested with random values. The test iterates over the types, so a new one is covered once it has
 * values.
 */
let it: TestApp
beforeAll(async () => {
  it = await openPlayground()
})
afterAll(() => it.close())

type Name = keyof typeof right
const names = Object.keys(f).filter((name): name is Name => name !== 'maybe')

/** Field types that are only used in routes and dialogs. */
const inputOnlyFields: Partial<Record<Name, Field>> = {
  items: f.items({ quantity: f.int({ min: 1 }) }),
  group: f.group({ quantity: f.int({ min: 1 }) }),
  ids: f.ids(),
  texts: f.texts(),
  ticket: f.ticket(),
}
const inRows = names.filter((name) => !(name in inputOnlyFields))

const findField = (resource: string, kind: string): CompiledField => {
  const found = it.kernel.registry
    .resource(resource)
    .fields.find((field) => field.meta.kind === kind && !field.meta.readOnly && !field.meta.localized)
  if (!found) throw new Error(`${resource} has no field of the kind ${kind}`)
  return found
}

/** The result of parsing one value: the value, or the names of invalid fields. Any other error is a failure. */
async function parseValue(resource: string, name: string, value: unknown, typed = false): Promise<{ value?: unknown; wrong: string[] }> {
  const problems = new Problems()
  const { registry } = it.kernel
  const out = await parseInput(
    { ctx: it.ctx, registry, problems, language: 'en-US', typed },
    registry.resource(resource),
    { [name]: value },
    { old: null },
  )
  try {
    problems.settle()
  } catch (error) {
    if (error instanceof AppError && !Array.isArray(error.messages)) return { wrong: Object.keys(error.messages) }
    throw error
  }
  return { value: out[name], wrong: [] }
}

/** A valid value, as typed in a form. */
const toFormText = ({ kind }: CompiledField, value: unknown): string =>
  kind.column === 'jsonb' || typeof value === 'object' ? JSON.stringify(value) : String(value)

/** The number of properties of built-in prototypes, to detect prototype pollution. */
const prototypes = () =>
  [Object.prototype, Array.prototype, String.prototype].map((prototype) => Object.getOwnPropertyNames(prototype).length)

test('every field type has a field in the playground, or is for routes only', () => {
  for (const name of inRows) expect(findField('toy', name).meta.kind).toBe(name)
  for (const field of Object.values(inputOnlyFields)) expect(field['x-field'].type.inputOnly).toBe(true)
})

describe.each(inRows)('%s', (kind) => {
  test('a valid value is accepted, and writing it again changes nothing', async () => {
    const field = findField('toy', kind)
    await fc.assert(
      fc.asyncProperty(right[kind], async (value) => {
        const once = await parseValue('toy', field.name, value)
        expect(once.wrong, JSON.stringify(value)).toEqual([])
        const twice = await parseValue('toy', field.name, once.value)
        expect(twice).toEqual(once)
        if (once.value !== null && once.value !== '') expect(findProblem(field.schema, once.value)).toBeUndefined()
      }),
      tries(100),
    )
  })

  test('the typed form of a value is parsed to that value', async () => {
    const field = findField('toy', kind)
    await fc.assert(
      fc.asyncProperty(right[kind], async (value) => {
        const { value: sent } = await parseValue('toy', field.name, value)
        if (sent === null || sent === '' || field.meta.secret) return
        const { value: typed, wrong } = await parseValue('toy', field.name, toFormText(field, sent), true)
        expect(wrong, toFormText(field, sent)).toEqual([])
        expect(kind === 'rows' ? typed : toCanonicalValue(field, typed)).toEqual(kind === 'rows' ? sent : toCanonicalValue(field, sent))
      }),
      tries(100),
    )
  })

  test('any other value is accepted or refused by name, without side effects', async () => {
    const field = findField('toy', kind)
    const before = prototypes()
    const places: readonly [string, string][] = [
      ['toy', field.name],
      ...getLocalizedFields(kind).map((name): [string, string] => ['saying', name]),
    ]
    await fc.assert(
      fc.asyncProperty(strange, fc.boolean(), async (value, typed) => {
        for (const [resource, name] of places) {
          const { value: parsed, wrong } = await parseValue(resource, name, value, typed)
          for (const path of wrong) expect(path.split(/[.:]/)[0]).toBe(name)
          if (wrong.length === 0) expect(await parseValue(resource, name, parsed)).toEqual({ value: parsed, wrong: [] })
        }
      }),
      tries(400),
    )
    expect(prototypes()).toEqual(before)
  })
})

const getLocalizedFields = (kind: string) =>
  it.kernel.registry
    .resource('saying')
    .fields.filter((field) => field.meta.kind === kind && field.meta.localized)
    .map((field) => field.name)

describe.each(Object.entries(inputOnlyFields))('%s in route input', (kind, field) => {
  test('a valid value is accepted, and parsing it again changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(right[kind as Name], async (value) => {
        const once = await checkInput({ field }, { field: value })
        expect(await checkInput({ field }, { field: once.field })).toEqual(once)
      }),
      tries(100),
    )
  })

  test('any other value is accepted or refused by name', async () => {
    const before = prototypes()
    await fc.assert(
      fc.asyncProperty(strange, fc.boolean(), async (value, typed) => {
        try {
          await checkInput({ field }, { field: value }, typed)
        } catch (error) {
          if (!(error instanceof AppError) || Array.isArray(error.messages)) throw error
          for (const path of Object.keys(error.messages)) expect(path).toMatch(/^field(\.|$)/)
        }
      }),
      tries(400),
    )
    expect(prototypes()).toEqual(before)
  })
})
