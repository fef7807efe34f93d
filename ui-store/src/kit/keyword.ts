/** Only letters, digits, Chinese characters, underscore, space and hyphen. */
const NO_SPECIFIC = /^[\p{Script=Latin}\p{Script=Han}0-9_ -]+$/u

/** Key of the text saying what is wrong with a search keyword; null when nothing is. */
export const keywordProblem = (keyword: string): string | null => {
  if (keyword.trim() === '') return 'shell.rule.required'
  return NO_SPECIFIC.test(keyword) ? null : 'shell.rule.no_specific'
}
