import { trimTrailing } from '../text/trim-trailing.ts'

/** Common passwords, in lower case, without trailing digits. */
const words: ReadonlySet<string> = new Set(
  `password passw0rd p@ssword p@ssw0rd qwertyui qwertyuiop qwerty asdfghjk asdfghjkl zxcvbnm 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsxedc zaq12wsx q1w2e3r
  abcdefgh abcd abc a1b2c3d aaaaaaaa iloveyou sunshine princess football baseball superman batman starwars trustno michelle jennifer computer
  internet whatever welcome letmein administrator admin changeme default secret login dragon monkey shadow master killer charlie test guest user
  root p@ss pass qwer woaini jordan liverpool chelsea pokemon samsung corvette mercedes access mustang`.split(/\s+/),
)

/**
 * Whether a password is common: a word of the list, also with trailing digits and punctuation, or only digits, or one repeated
 * character.
 */
export const isCommonPassword = (password: string): boolean => {
  const word = trimTrailing(password.toLowerCase(), '0123456789!.@#*')
  return password.length >= 8 && (words.has(word) || /^(\d{8,11}|(.)\2*)$/i.test(password))
}
