/** Whether a code is a valid EAN or UPC with check digit; other codes are internal. */
export const isGtin = (code: string): boolean => {
  if (!/^(?:\d{8}|\d{12,14})$/.test(code)) return false
  const digits = [...code].map(Number).toReversed()
  const sum = digits.reduce((all, digit, i) => all + digit * (i % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0
}
