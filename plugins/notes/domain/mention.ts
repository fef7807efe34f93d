import { splitBody } from './body.ts'

/** Letters of a name that is being typed at most. */
const MOST = 40

/** The name that is being typed after an `@`, where the caret stands; null when none is. */
export function findTypedName(text: string, caret: number): { at: number; name: string } | null {
  const before = text.slice(0, caret)
  const at = before.lastIndexOf('@')
  if (at < 0) return null
  const name = before.slice(at + 1)
  // An address of mail is no mention, and what goes on in another line is none either.
  if (/[\p{L}\p{N}._-]$/u.test(before.slice(0, at)) && !/\p{Script=Han}$/u.test(before.slice(0, at))) return null
  return name.length > MOST || /[\n\t]|^\s| {2}/.test(name) ? null : { at, name }
}

/** Puts a name where it was being typed; `caret` is where typing goes on. */
export function insertName(text: string, caret: number, name: string): { text: string; caret: number } {
  const typed = findTypedName(text, caret)
  if (!typed) return { text, caret }
  const put = `${text.slice(0, typed.at)}@${name} `
  return { text: put + text.slice(caret).replace(/^ /, ''), caret: put.length }
}

/** Of those who were chosen, whom a text still names: as it will be shown, so that "@Kim Lau" names no Kim. */
export function keepMentioned<T extends { name: string }>(text: string, chosen: readonly T[]): T[] {
  const pieces = splitBody(
    text,
    chosen.map(({ name }) => name),
  )
  const named = new Set(pieces.flatMap((piece) => (piece.kind === 'mention' ? [piece.text.slice(1)] : [])))
  return chosen.filter(({ name }, i) => named.has(name) && chosen.findIndex((one) => one.name === name) === i)
}
