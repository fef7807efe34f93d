/** Values of fields without the pages that show them: for rules of a page that are tested by themselves. */
export { plainAmount } from '../widgets/money/plain.ts'
export { problems, textIn } from '../widgets/values.ts'
