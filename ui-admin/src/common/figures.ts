import { figureText } from 'stoa/money'

/** Types of values of reports and dashboard cards. */
export type ValueType = 'money' | 'count' | 'percent' | 'days' | 'text' | 'day'

/** Formats a value of the API for reading: amounts of the base currency, grouped counts, percentages. A value that cannot be computed is "–". */
export function formatValue(type: ValueType, value: string | null | undefined, currency: string, language: string): string {
  if (value === null || value === undefined) return '–'
  if (type === 'money') return figureText(value, currency, '')
  if (type === 'count') return new Intl.NumberFormat(language).format(Number(value))
  if (type === 'percent') return formatPercent(Number(value), language)
  if (type === 'days') return new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(Number(value))
  return value
}

const formatPercent = (share: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share)

/** The change from an earlier value. `share` is null when the earlier value is zero or missing: a percentage of nothing does not exist. */
export interface ValueChange {
  difference: number
  share: number | null
}

/** @returns undefined when one of the values is missing, or is a day */
export function compareValues(value: string | null | undefined, before: string | null | undefined): ValueChange | undefined {
  if (value === null || value === undefined || before === null || before === undefined) return undefined
  const difference = Number(value) - Number(before)
  if (Number.isNaN(difference)) return undefined
  return { difference, share: Number(before) === 0 ? null : difference / Math.abs(Number(before)) }
}

/** The change as text, such as "+12.5%"; `none` where a percentage does not exist. */
export function formatChange({ difference, share }: ValueChange, language: string, none: string): string {
  if (difference === 0) return formatPercent(0, language)
  if (share === null) return none
  return `${share > 0 ? '+' : '−'}${formatPercent(Math.abs(share), language)}`
}
