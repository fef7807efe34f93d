import { randomInt } from 'node:crypto'

/** Alphabet without look-alikes: no O and 0, no I, L and 1. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A random code: the prefix and this many random characters. */
export const createCode = (beginning: string, length: number): string =>
  beginning + Array.from({ length: length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
