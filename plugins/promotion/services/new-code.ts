import { randomInt } from 'node:crypto'

/** Alphabet without look-alikes: no O and 0, no I, L and 1. */
const CODE_CHARACTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A random code: the prefix and this many random characters. */
export const createCode = (beginning: string, length: number): string =>
  beginning + Array.from({ length: length }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join('')
