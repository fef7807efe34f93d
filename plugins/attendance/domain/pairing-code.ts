/** Letters and digits of a pairing code, without those that look alike: 32 of them, so 8 make 40 bits. */
export const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Length of a pairing code. */
export const CODE_LENGTH = 8

/** A typed code without spaces and hyphens, in capitals. */
export const normalizeCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** A code as it is shown: two groups of four. */
export const formatCode = (code: string): string => `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`
