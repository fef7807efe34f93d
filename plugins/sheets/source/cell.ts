/** The word that empties a field; a blank cell leaves it as it is. */
export const clearWord = '[clear]'

/** Longest text a cell of a workbook holds. */
export const cellLimit = 32_767

// A text that starts with apostrophes and then a formula is guarded too: otherwise it would lose one when read back.
// Some programs read the full-width signs of a Chinese or Japanese keyboard as the plain ones.
const dangerous = /^'*[=+\-@\t\r＝＋－＠]/
const guarded = /^'+[=+\-@\t\r＝＋－＠]/

/** Puts an apostrophe before a text that a spreadsheet would run as a formula. */
export const guard = (text: string): string => (dangerous.test(text) ? `'${text}` : text)

/** Takes the apostrophe of `guard` away again. */
export const unguard = (text: string): string => (guarded.test(text) ? text.slice(1) : text)

/** Whether a cell says to empty its field. */
export const isClear = (cell: string): boolean => cell.trim().toLowerCase() === clearWord

/** Marks a text that happens to read like the word that empties, as a text. */
export const sayWord = (text: string): string => (/^\s*'*\[clear\]\s*$/i.test(text) ? `'${text.trimStart()}` : text)

/** Takes the mark of `sayWord` away again. */
export const readWord = (cell: string): string => (/^\s*'+\[clear\]\s*$/i.test(cell) ? cell.trimStart().slice(1) : cell)

const escaped = (text: string, signs: RegExp) => text.replaceAll(signs, (c) => `\\${c}`)

/** Several texts in one cell, bars between them. */
export const joinList = (parts: readonly string[]): string => parts.join(' | ')

/** One part of a list. */
export const listPart = (text: string): string => escaped(text, /[\\|]/g)

/** A path in a tree: "Kitchen > Coffee". */
export const joinPath = (parts: readonly string[]): string => parts.map((part) => escaped(part, /[\\|>]/g)).join(' > ')

/** Parts of a list as `joinList` made it, their escapes kept. */
export const splitList = (cell: string): string[] => split(cell, '|')

/** Parts of a path, escapes resolved. */
export const splitPath = (part: string): string[] => split(part, '>').map(plain)

/** Text of a list part, escapes resolved. */
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

/** What spreadsheets call the column at a place: A, B … Z, AA. Places count from 0. */
export const toColumnLetters = (at: number): string =>
  (at < 26 ? '' : toColumnLetters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

/** Header texts are compared without case, white space around them and the mark some programs put on required ones. */
export function headerKey(header: string): string {
  const text = header.normalize('NFKC').trim()
  return (text.endsWith('*') ? text.slice(0, -1).trimEnd() : text).replaceAll(/\s+/g, ' ').toLowerCase()
}
