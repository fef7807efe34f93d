/** True for an EAN or UPC with a right check digit; anything else is a number of the shop's own. */
export const isGtin = (code: string): boolean => {
  if (!/^(?:\d{8}|\d{12,14})$/.test(code)) return false
  const digits = [...code].map(Number).toReversed()
  const sum = digits.reduce((all, digit, i) => all + digit * (i % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0
}
