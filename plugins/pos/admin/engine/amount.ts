/** Keys an amount is typed with. */
export const AMOUNT = /^\d{0,9}([.,]\d{0,2})?$/

/** What was typed as an amount: "12.5" is "12.50"; undefined while it is none. */
export function getAmount(typed: string): string | undefined {
  const plain = typed.trim().replace(',', '.')
  if (plain === '' || !AMOUNT.test(plain) || plain === '.') return undefined
  const [whole = '', cents = ''] = plain.split('.')
  return `${Number(whole || '0')}.${cents.padEnd(2, '0')}`
}
