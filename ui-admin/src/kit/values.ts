/** Value functions without components, for unit tests of screens. */
export { plainAmount } from '../widgets/money/ungroup-digits.ts'
export { problems, textIn } from '../widgets/values.ts'
