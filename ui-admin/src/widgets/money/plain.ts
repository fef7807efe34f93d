import { AMOUNT } from 'stoa/money'

/** An amount without what sets its thousands apart; anything else as it was typed, for whoever says what is wrong with it. */
export function plainAmount(typed: string): string {
  const text = typed.trim()
  return AMOUNT.test(text) ? text.replaceAll(',', '') : text
}
