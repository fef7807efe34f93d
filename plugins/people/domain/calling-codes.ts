/** First two digits of the three-digit country calling codes (E.164). All others have two digits, except 1 and 7. */
const threeDigits = new Set('21 22 23 24 25 26 29 35 37 38 42 50 59 67 68 69 80 85 87 88 96 97 99'.split(' '))

/** A phone number split into country calling code and number. */
export interface InternationalNumber {
  country_code: string
  phone: string
}

/**
 * Splits a number with its calling code: `+34 600 111 222`, `0034600111222` or `+44 (0)20 7946 0018`. Undefined
 * without a calling code. Calling codes are prefix codes, so no list of codes is needed.
 */
export function splitInternational(typed: string): InternationalNumber | undefined {
  const [, number = ''] = /^\s*(?:\+|00(?=[1-9]))\s*(.*)$/s.exec(typed) ?? []
  const digits = number.replaceAll(/\D/g, '')
  if (digits.length < 4) return undefined
  const length = /^[17]/.test(digits) ? 1 : threeDigits.has(digits.slice(0, 2)) ? 3 : 2
  // The number as entered, without the digits of its code, separators, and the domestic (0).
  let left = length
  let at = 0
  for (; at < number.length && left > 0; at++) if (/\d/.test(number.charAt(at))) left--
  const phone = number
    .slice(at)
    .replace(/^[\s)./-]*(\(0\))?[\s-]*/, '')
    .trim()
  return phone === '' ? undefined : { country_code: digits.slice(0, length), phone }
}
