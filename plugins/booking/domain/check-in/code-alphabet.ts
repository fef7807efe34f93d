/** Alphabet of codes without ambiguous letters (I, L, O, U). Upper case needs fewer QR modules. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Prefix of a signed code. */
export const PREFIX = 'C1'

/** Digits of a short code, for typing and for barcode scanners. */
export const SHORT_DIGITS = 19

/** Normalizes a typed code: upper case, no spaces, O as 0, I and L as 1. */
export const correctCode = (code: string): string =>
  code
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

/** Whether a normalized code is a short code. */
export const isShortCode = (code: string): boolean => code.length === SHORT_DIGITS && /^\d+$/.test(code)

/** A short code in groups of four. */
export const groupCode = (short: string): string => short.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
