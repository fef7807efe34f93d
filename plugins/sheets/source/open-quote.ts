/** The part of a streamed text after the last complete record, with its line number. */
export class Rest {
  line = 1
  private pieces: Buffer[] = []
  /** Number of bytes before the first chunk that is kept, and before the open record. */
  private discardedBytes = 0
  private done = 0

  add(piece: Buffer): Buffer {
    this.pieces.push(piece)
    return piece
  }

  /** A record with this many lines ends at this byte offset. */
  close(lines: number, bytes: number): void {
    this.line += lines
    this.done = bytes
    for (let first = this.pieces[0]; first && this.discardedBytes + first.length <= bytes; first = this.pieces[0]) {
      this.discardedBytes += first.length
      this.pieces.shift()
    }
  }

  get text(): string {
    return Buffer.concat(this.pieces)
      .subarray(this.done - this.discardedBytes)
      .toString()
  }
}

/** Maximum length of the text after a quotation mark in an error message. */
const EXCERPT_LENGTH = 30

/**
 * Finds the quotation mark that opens a cell and is never closed, with its line and the start of the cell. Follows the rules of csv-parse:
 * a mark inside a cell opens nothing, and two marks in a quoted cell are an escaped one. Returns undefined when all are closed.
 */
export function openQuote({ line, text }: Pick<Rest, 'line' | 'text'>, delimiter: string): { line: number; text: string } | undefined {
  let opened: number | undefined
  let begins = true
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i)
    if (opened !== undefined) {
      if (c !== '"') continue
      if (text.charAt(i + 1) === '"') i++
      else [opened, begins] = [undefined, false]
    } else if (c === '"' && begins) opened = i
    else begins = c === delimiter || c === '\n' || c === '\r'
  }
  if (opened === undefined) return undefined
  const before = text.slice(0, opened).match(/\r\n|\n|\r/g)?.length ?? 0
  const cell = text.slice(opened, opened + EXCERPT_LENGTH + 1).split(/[\r\n]/)[0] ?? ''
  return { line: line + before, text: cell.length > EXCERPT_LENGTH ? `${cell.slice(0, EXCERPT_LENGTH)}…` : cell }
}
