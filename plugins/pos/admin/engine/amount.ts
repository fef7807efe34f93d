/** Pattern of a typed amount. */
export const AMOUNT = /^\d{0,9}([.,]\d{0,2})?$/

/** A typed amount: "12.5" is "12.50"; undefined if invalid. */
export function getAmount(typed: string): string | undefined {
  const plain = typed.trim().replace(',', '.')
  if (plain === '' || !AMOUNT.test(plain) || plain === '.') return undefined
  const [whole = '', cents = ''] = plain.split('.')
  return `${Number(whole || '0')}.${cents.padEnd(2, '0')}`
}
