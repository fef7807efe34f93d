import { f, locales } from 'stoa'

/** The id of a row in a query, whose existence the handler checks. */
export const idField = f.int({ min: 1, max: Number.MAX_SAFE_INTEGER, says: 'core:rule.not_exists' })

/** The language of a printed payslip. Blank for the one of the reader. */
export const pdfLanguage = f.maybe(f.pick(locales))
