import { indexBeyond, invalid, text } from 'stoa'
import type { SaleCurrency } from './currency.ts'

interface Counted {
  unit: number
  quantity: number
}

export const tooLarge = (field: string) => invalid({ [field]: text('sales:error.total_large') })

/** Place of the first line with which a sale comes to more than an amount can hold, in its currency or the base currency; -1 where none is. */
export const lineBeyond = (lines: readonly Counted[], { rate }: Pick<SaleCurrency, 'rate'>): number =>
  indexBeyond(
    lines.map(({ unit, quantity }) => unit * quantity),
    rate,
  )

/** @throws Failed INVALID by the line with which a sale comes to more than an amount can hold */
export function assertLinesFit(lines: readonly Counted[], money: Pick<SaleCurrency, 'rate'>, at: string): void {
  const index = lineBeyond(lines, money)
  if (index >= 0) throw tooLarge(`${at}.${index}.quantity`)
}
