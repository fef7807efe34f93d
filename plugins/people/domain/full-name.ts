const CHINESE = /^\p{Script=Han}+$/u

/** A full name: Chinese names have the family name first and no space, in any language of the page. */
export const fullName = (first: string, last: string): string =>
  CHINESE.test(first) && CHINESE.test(last) ? `${last}${first}` : [first, last].filter(Boolean).join(' ')
