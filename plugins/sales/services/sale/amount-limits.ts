import { findIndexBeyond, validationError, message } from 'stoa'
import type { SaleCurrency } from './currency.ts'

interface Counted {
  unit: number
  quantity: number
}

export const createTooLargeError = (field: string) => validationError({ [field]: message('sales:error.total_large') })

/** Index of the first line at which the sum exceeds the largest amount in the sale's or the base currency; -1 if none does. */
export const findLineTooLarge = (lines: readonly Counted[], { rate }: Pick<SaleCurrency, 'rate'>): number =>
  findIndexBeyond(
    lines.map(({ unit, quantity }) => unit * quantity),
    rate,
  )

/** @throws AppError INVALID by the line at which the sum exceeds the largest amount */
export function assertLinesFit(lines: readonly Counted[], money: Pick<SaleCurrency, 'rate'>, at: string): void {
  const index = findLineTooLarge(lines, money)
  if (index >= 0) throw createTooLargeError(`${at}.${index}.quantity`)
}
