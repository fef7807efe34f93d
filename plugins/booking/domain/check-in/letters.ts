/** Letters of codes: those that are mistaken for others (I, L, O, U) are left out. A QR code says them in fewer squares than small ones. */
export const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What stands before a signed code. */
export const PREFIX = 'C1'

/** Digits of a short code, which a hand can type and a laser can read. */
export const SHORT_DIGITS = 19

/** A code as it was meant, however it was typed: in capitals, without gaps, O for 0 and I and L for 1. */
export const correctCode = (said: string): string =>
  said
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

/** Whether it is a short code, as it was meant. */
export const isShortCode = (code: string): boolean => code.length === SHORT_DIGITS && /^\d+$/.test(code)

/** A short code as people read it: groups of four. */
export const groupCode = (short: string): string => short.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
