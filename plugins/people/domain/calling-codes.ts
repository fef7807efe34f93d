/** First two digits of the country calling codes that have three (E.164). All others have two, but for 1 and 7. */
const threeDigits = new Set('21 22 23 24 25 26 29 35 37 38 42 50 59 67 68 69 80 85 87 88 96 97 99'.split(' '))

/** A phone number with its country calling code apart. */
export interface InternationalNumber {
  country_code: string
  phone: string
}

/**
 * Takes apart a number that carries its calling code: `+34 600 111 222`, `0034600111222` or `+44 (0)20 7946 0018`. Undefined for
 * one that does not. Calling codes are prefix codes, so none has to be looked up.
 */
export function splitInternational(typed: string): InternationalNumber | undefined {
  const [, number = ''] = /^\s*(?:\+|00(?=[1-9]))\s*(.*)$/s.exec(typed) ?? []
  const digits = number.replaceAll(/\D/g, '')
  if (digits.length < 4) return undefined
  const length = /^[17]/.test(digits) ? 1 : threeDigits.has(digits.slice(0, 2)) ? 3 : 2
  // The number as it was typed, without the digits of its code, what stands between, and the (0) that is dialled within the country.
  let left = length
  let at = 0
  for (; at < number.length && left > 0; at++) if (/\d/.test(number.charAt(at))) left--
  const phone = number
    .slice(at)
    .replace(/^[\s)./-]*(\(0\))?[\s-]*/, '')
    .trim()
  return phone === '' ? undefined : { country_code: digits.slice(0, length), phone }
}
