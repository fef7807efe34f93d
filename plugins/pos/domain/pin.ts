const DIGITS = /^\d{4,8}$/
const UP = '0123456789012345'
const DOWN = [...UP].reverse().join('')

/** Whether digits are acceptable as a PIN: four to eight, and not a common one. */
export const isPin = (pin: string): boolean => DIGITS.test(pin)
export const isEasyToGuess = (pin: string): boolean => new Set(pin).size === 1 || UP.includes(pin) || DOWN.includes(pin)
