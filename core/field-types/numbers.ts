import type { Field, FieldMeta, InMinorUnits, FieldOptions } from '../fields/types.ts'
import { type Message, message } from '../http/errors.ts'
import { AMOUNT, formatMoney, parseMoney } from '../money.ts'
import { BadText, defineFieldType, createFieldBuilder } from './define.ts'

interface Range {
  min?: number
  max?: number
}

/** Parses a typed whole number. @throws BadText */
export const whole = (typed: string): number => {
  if (!/^-?\d{1,15}$/.test(typed.trim())) throw new BadText('core:rule.integer')
  return Number(typed)
}

/** An id in a list; forms and query strings write it as text. */
export const idIn = (part: unknown): unknown => (typeof part === 'string' && /^\s*\d{1,15}\s*$/.test(part) ? Number(part) : part)

const absent = (value: unknown): value is null | undefined => value === null || value === undefined
const asText = (value: unknown) => (typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : value)

function outside(value: number, { min, max }: FieldMeta): Message | undefined {
  if (min !== undefined && value < min) return message('core:rule.min', { min })
  return max !== undefined && value > max ? message('core:rule.max', { max }) : undefined
}

/** A whole number. */
export const int = createFieldBuilder<number, Range>(
  defineFieldType({
    name: 'int',
    widget: 'int',
    column: 'integer',
    cell: 'number',
    parse: whole,
    schema: ({ min, max }) => ({ type: 'integer', minimum: min, maximum: max }),
    messages: { type: 'core:rule.integer' },
    docs: 'A whole number.',
  }),
  { min: -2_147_483_648, max: 2_147_483_647 },
)

const exact = {
  column: 'numeric',
  cell: 'number',
  normalize: asText,
  findProblem: (value: string, meta: FieldMeta) => outside(Number(value), meta),
  fromDb: (value: unknown) => (absent(value) ? value : String(value)),
  toComparable: (value: unknown) => Number(value),
  schema: () => ({ type: 'string', format: 'decimal' }),
  messages: { type: 'core:rule.decimal', format: 'core:rule.decimal' },
} as const

/** An exact decimal as text, for rates and measures; never for money. */
export const decimal = createFieldBuilder<string, Range>(
  defineFieldType({ ...exact, name: 'decimal', widget: 'decimal', docs: 'An exact decimal number, as text.' }),
)

/** A percentage with at most two decimals, as text: "12.5". */
export const percent = createFieldBuilder<string, Range>(
  defineFieldType({
    ...exact,
    name: 'percent',
    describe: (share: string) => `${share}%`,
    widget: 'percent',
    parse: (typed) =>
      typed
        .trim()
        .replace(/[%％]$/, '')
        .trimEnd(),
    // In the form it is read back, so that the same percentage is not a change.
    sanitize: (value: string) => String(Number(value)),
    schema: () => ({ type: 'string', format: 'percent' }),
    messages: { type: 'core:rule.percent', format: 'core:rule.percent' },
    docs: 'A share of a hundred with at most two decimals, as text.',
  }),
  { min: 0, max: 100 },
)

/** An amount: "128.00" in JSON, minor units in the column `<field>_minor`. */
export const money: (marks?: FieldOptions & Range & { default?: string }) => Field<string> & InMinorUnits = createFieldBuilder<
  string,
  Range
>(
  defineFieldType({
    name: 'money',
    display: 'money',
    widget: 'money',
    column: 'bigint',
    cell: 'number',
    parse: (typed) => (AMOUNT.test(typed.trim()) ? typed.trim().replaceAll(',', '') : typed),
    normalize: asText,
    findProblem: (value: string, meta) => outside(parseMoney(value) / 100, meta),
    toDb: (value) => (absent(value) ? value : parseMoney(value as string | number)),
    fromDb: (value) => (absent(value) ? value : formatMoney(Number(value))),
    schema: () => ({ type: 'string', format: 'money' }),
    messages: { type: 'core:rule.money', format: 'core:rule.money' },
    docs: 'An amount with two decimals, as text: "128.00".',
  }),
  { min: 0 },
) as never
