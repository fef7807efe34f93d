import { validationError, message, type Message } from '../http/errors.ts'
import { isPayable, parseMoney } from '../money.ts'
import type { Resource } from './compile.ts'
import type { ParseContext, Values } from './parse-input.ts'

/** Name of the field with the currency of a row's amounts, and of those in its child rows. */
const CURRENCY = 'currency'

/** Problem of a typed amount; undefined when it is payable in the currency. */
export const findAmountProblem = (minor: number, code: string): Message | undefined =>
  isPayable(minor, code) ? undefined : message('core:rule.whole_amount', { code })

/** @throws AppError INVALID by the field, for an amount that is not payable in the currency */
export function assertPayable(field: string, minor: number, code: string): void {
  const problem = findAmountProblem(minor, code)
  if (problem) throw validationError({ [field]: problem })
}

/**
 * Refuses amounts with decimals in a currency that has none (ISO 4217). An amount that the row already had is allowed.
 * @param o.currency currency when neither the row nor a parent has one
 */
export function rejectDecimals(
  taking: Pick<ParseContext, 'registry' | 'problems'>,
  r: Resource,
  values: Values,
  { old, currency, prefix = '' }: { old: Values | null; currency: string; prefix?: string },
): void {
  const rowCurrency = r.byName.has(CURRENCY) ? (values[CURRENCY] ?? old?.[CURRENCY]) : undefined
  const code = typeof rowCurrency === 'string' && rowCurrency !== '' ? rowCurrency.toUpperCase() : currency
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
