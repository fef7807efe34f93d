/** Letters and digits of any script, underscore, space and hyphen; or a product's code: one word with a digit in it. */
const NO_SPECIFIC = /^(?:[\p{L}\p{M}\p{Nd}_ -]+|(?=\D*\d)[\p{L}\p{M}\p{Nd}_./#+:&()-]+)$/u

/** Key of the text saying what is wrong with a search keyword; null when nothing is. */
export const keywordProblem = (keyword: string): string | null => {
  if (keyword.trim() === '') return 'shell.rule.required'
  return NO_SPECIFIC.test(keyword) ? null : 'shell.rule.no_specific'
}
