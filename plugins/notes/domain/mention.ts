import { splitBody } from './body.ts'

/** Maximum length of a typed name. */
const MOST = 40

/** The name that is being typed after an `@` at the caret; null when there is none. */
export function findTypedName(text: string, caret: number): { at: number; name: string } | null {
  const before = text.slice(0, caret)
  const at = before.lastIndexOf('@')
  if (at < 0) return null
  const name = before.slice(at + 1)
  // An e-mail address is not a mention, and a mention ends with the line.
  if (/[\p{L}\p{N}._-]$/u.test(before.slice(0, at)) && !/\p{Script=Han}$/u.test(before.slice(0, at))) return null
  return name.length > MOST || /[\n\t]|^\s| {2}/.test(name) ? null : { at, name }
}

/** Completes a typed name; `caret` is the caret position after it. */
export function insertName(text: string, caret: number, name: string): { text: string; caret: number } {
  const typed = findTypedName(text, caret)
  if (!typed) return { text, caret }
  const put = `${text.slice(0, typed.at)}@${name} `
  return { text: put + text.slice(caret).replace(/^ /, ''), caret: put.length }
}

/** The chosen mentions that the text still contains. Uses the rules of the display, so "@Kim Lau" does not mention Kim. */
export function keepMentioned<T extends { name: string }>(text: string, chosen: readonly T[]): T[] {
  const pieces = splitBody(
    text,
    chosen.map(({ name }) => name),
  )
  const named = new Set(pieces.flatMap((piece) => (piece.kind === 'mention' ? [piece.text.slice(1)] : [])))
  return chosen.filter(({ name }, i) => named.has(name) && chosen.findIndex((other) => other.name === name) === i)
}
