/** Luhn check digit of a row of digits: catches a wrong digit and most swapped ones on the phone. */
export function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, char, i) => {
    const n = Number(char) * (i % 2 === 0 ? 2 : 1)
    return total + (n > 9 ? n - 9 : n)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** Number of a document: its kind, the day, a counter of at least four digits and a check digit, such as SO26112100017. */
export function documentNumber(prefix: string, day: string, counter: number): string {
  const digits = `${day.replaceAll('-', '').slice(2)}${String(counter).padStart(4, '0')}`
  return `${prefix}${digits}${checkDigit(digits)}`
}
