/** Text that clears a field. A blank cell leaves the field unchanged. */
export const clearWord = '[clear]'

/** Maximum length of a text in a workbook cell. */
export const cellLimit = 32_767

// Texts that a spreadsheet may run as a formula (CSV injection). Includes texts that start with apostrophes before a formula, which would
// lose one when read back, and full-width signs, which some programs treat like ASCII.
const dangerous = /^'*[=+\-@\t\r＝＋－＠]/
const guarded = /^'+[=+\-@\t\r＝＋－＠]/

/** Escapes a text against formula injection with an apostrophe. */
export const guard = (text: string): string => (dangerous.test(text) ? `'${text}` : text)

/** Removes the apostrophe of `guard`. */
export const unguard = (text: string): string => (guarded.test(text) ? text.slice(1) : text)

/** Whether a cell clears its field. */
export const isClear = (cell: string): boolean => cell.trim().toLowerCase() === clearWord

/** Escapes a text that equals the clear text. */
export const sayWord = (text: string): string => (/^\s*'*\[clear\]\s*$/i.test(text) ? `'${text.trimStart()}` : text)

/** Removes the escape of `sayWord`. */
export const readWord = (cell: string): string => (/^\s*'+\[clear\]\s*$/i.test(cell) ? cell.trimStart().slice(1) : cell)

const escaped = (text: string, signs: RegExp) => text.replaceAll(signs, (c) => `\\${c}`)

/** Joins texts into one cell, separated by bars. */
export const joinList = (parts: readonly string[]): string => parts.join(' | ')

/** Escapes one part of a list. */
export const listPart = (text: string): string => escaped(text, /[\\|]/g)

/** Joins a path in a tree: "Kitchen > Coffee". */
export const joinPath = (parts: readonly string[]): string => parts.map((part) => escaped(part, /[\\|>]/g)).join(' > ')

/** Splits a list made by `joinList`; escapes are kept. */
export const splitList = (cell: string): string[] => split(cell, '|')

/** Splits a path and resolves escapes. */
export const splitPath = (part: string): string[] => split(part, '>').map(plain)

/** Resolves the escapes of a list part. */
export const plain = (part: string): string => part.replaceAll(/\\([\\|>])/g, '$1')

function split(text: string, sign: string): string[] {
  const parts: string[] = ['']
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i)
    if (c === sign) parts.push('')
    else if (c === '\\') parts[parts.length - 1] += c + text.charAt(++i)
    else parts[parts.length - 1] += c
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** The spreadsheet name of a column: A, B … Z, AA. Indexes are zero-based. */
export const toColumnLetters = (at: number): string =>
  (at < 26 ? '' : toColumnLetters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

/** Normalizes a header for comparison: without case, surrounding white space and the marker some programs add to required columns. */
export function headerKey(header: string): string {
  const text = header.normalize('NFKC').trim()
  return (text.endsWith('*') ? text.slice(0, -1).trimEnd() : text).replaceAll(/\s+/g, ' ').toLowerCase()
}
