import { findIndexBeyond, validationError, message } from 'stoa'
import type { SaleCurrency } from './currency.ts'

interface Counted {
  unit: number
  quantity: number
}

export const createTooLargeError = (field: string) => validationError({ [field]: message('sales:error.total_large') })

/** Place of the first line with which a sale comes to more than an amount can hold, in its currency or the base currency; -1 where none is. */
export const findLineTooLarge = (lines: readonly Counted[], { rate }: Pick<SaleCurrency, 'rate'>): number =>
  findIndexBeyond(
    lines.map(({ unit, quantity }) => unit * quantity),
    rate,
  )

/** @throws Failed INVALID by the line with which a sale comes to more than an amount can hold */
export function assertLinesFit(lines: readonly Counted[], money: Pick<SaleCurrency, 'rate'>, at: string): void {
  const index = findLineTooLarge(lines, money)
  if (index >= 0) throw createTooLargeError(`${at}.${index}.quantity`)
}
