import { AMOUNT } from 'stoa/money'

/** Removes digit grouping from an amount. Invalid text stays as typed and is rejected by the validation. */
export function plainAmount(typed: string): string {
  const text = typed.trim()
  return AMOUNT.test(text) ? text.replaceAll(',', '') : text
}
