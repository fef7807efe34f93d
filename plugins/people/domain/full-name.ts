const CHINESE = /^\p{Script=Han}+$/u

/** A name as it is written: Chinese ones have the family name first and no gap, whatever language the page is in. */
export const fullName = (first: string, last: string): string =>
  CHINESE.test(first) && CHINESE.test(last) ? `${last}${first}` : [first, last].filter(Boolean).join(' ')
