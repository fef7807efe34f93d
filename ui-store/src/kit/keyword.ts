/** Letters and digits of any script, underscore, space and hyphen; or a product code: one word with a digit. */
const NO_SPECIFIC = /^(?:[\p{L}\p{M}\p{Nd}_ -]+|(?=\D*\d)[\p{L}\p{M}\p{Nd}_./#+:&()-]+)$/u

/** Message key of the problem of a search keyword; null when it is valid. */
export const keywordProblem = (keyword: string): string | null => {
  if (keyword.trim() === '') return 'shell.rule.required'
  return NO_SPECIFIC.test(keyword) ? null : 'shell.rule.no_specific'
}
