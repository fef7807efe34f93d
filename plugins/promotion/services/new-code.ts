import { randomInt } from 'node:crypto'

/** Without what is mistaken for something else: no O and 0, no I, L and 1. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A code nobody guesses, of so many letters after its beginning. */
export const createCode = (beginning: string, length: number): string =>
  beginning + Array.from({ length: length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
