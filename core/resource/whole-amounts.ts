import { validationError, message, type Message } from '../http/errors.ts'
import { isPayable, parseMoney } from '../money.ts'
import type { Resource } from './compile.ts'
import type { ParseContext, Values } from './parse-input.ts'

/** Name of the field that says what the amounts of a row, and of the rows below it, are in. */
const CURRENCY = 'currency'

/** What is wrong with an amount somebody typed; undefined when it can be paid in the currency. */
export const findAmountProblem = (minor: number, code: string): Message | undefined =>
  isPayable(minor, code) ? undefined : message('core:rule.whole_amount', { code })

/** @throws Failed INVALID by the field, for an amount that cannot be paid in the currency */
export function assertPayable(field: string, minor: number, code: string): void {
  const problem = findAmountProblem(minor, code)
  if (problem) throw validationError({ [field]: problem })
}

/**
 * Refuses amounts with decimals in a currency that has none (ISO 4217). An amount that the row held before may stay.
 * @param o.currency what amounts are in where neither the row nor one above it says so
 */
export function rejectDecimals(
  taking: Pick<ParseContext, 'registry' | 'problems'>,
  r: Resource,
  values: Values,
  { old, currency, prefix = '' }: { old: Values | null; currency: string; prefix?: string },
): void {
  const own = r.byName.has(CURRENCY) ? (values[CURRENCY] ?? old?.[CURRENCY]) : undefined
  const code = typeof own === 'string' && own !== '' ? own.toUpperCase() : currency
  for (const { name, meta } of r.fields) {
    const value = values[name]
    if (meta.readOnly || value === undefined || value === null) continue
    if (meta.kind === 'rows') {
      const stored = new Map(((old?.[name] ?? []) as Values[]).map((row) => [row.id, row]))
      for (const [i, row] of (value as Values[]).entries())
        rejectDecimals(taking, taking.registry.resource(meta.to ?? ''), row, {
          old: stored.get(row.id) ?? null,
          currency: code,
          prefix: `${prefix}${name}.${i}.`,
        })
    } else if (meta.kind === 'money' && value !== old?.[name]) {
      const problem = findAmountProblem(parseMoney(value as string), code)
      if (problem) taking.problems.add(prefix + name, problem)
    }
  }
}
