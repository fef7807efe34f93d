import type { Bytes, Line } from './line.ts'
import { SheetProblem } from './problem.ts'
import { cellsOfCard, vcardColumns } from './vcard-cells.ts'
import { type Property, getProperty } from './vcard-property.ts'

/** Maximum length of a property in bytes; the rest of an embedded image is dropped. */
const PROPERTY_LIMIT = 64 * 1024
/** Maximum number of lines of a card, without continuation lines. */
const CARD_LIMIT = 1_000

/** A line as bytes in a latin1 string. The encoding is known only after the property is parsed. */
interface RawLine {
  line: number
  text: string
}

/**
 * Reads a vCard file, one line per card: versions 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350), as written by phones and address books. Nested
 * cards are skipped.
 * @throws SheetProblem for a truncated file, or one without cards
 */
export async function* readVcards(bytes: Bytes): AsyncGenerator<Line> {
  yield { line: 0, cells: [...vcardColumns] }
  let card: { line: number; properties: Property[] } | undefined
  let inner = 0
  let count = 0
  for await (const { line, text } of unfolded(bytes)) {
    if (/^begin:\s*vcard\s*$/i.test(text)) {
      if (card) inner++
      else card = { line, properties: [] }
    } else if (/^end:\s*vcard\s*$/i.test(text)) {
      if (inner > 0) inner--
      else if (card) {
        count++
        yield { line: card.line, cells: await cellsOfCard(card.properties) }
        card = undefined
      }
    } else if (card && inner === 0 && text.trim() !== '') {
      const property = getProperty(text)
      if (property && card.properties.push(property) > CARD_LIMIT) throw new SheetProblem('sheets:error.unreadable_line', { line })
    }
  }
  if (card) throw new SheetProblem('sheets:error.cut_card', { line: card.line })
  if (count === 0) throw new SheetProblem('sheets:error.no_card')
}

/** Joins continuation lines: folded lines start with white space, quoted-printable lines end with an equals sign. */
async function* unfolded(bytes: Bytes): AsyncGenerator<RawLine> {
  let current: RawLine | undefined
  let isQuoted = false
  const add = (to: RawLine, text: string) => {
    if (to.text.length < PROPERTY_LIMIT) to.text += text.slice(0, PROPERTY_LIMIT - to.text.length)
  }
  for await (const { line, text } of physical(bytes)) {
    if (current && isQuoted) {
      current.text = current.text.replace(/=$/, '')
      add(current, text.replace(/^[ \t]/, ''))
    } else if (current && /^[ \t]/.test(text)) add(current, text.slice(1))
    else {
      if (current) yield current
      current = { line, text }
      isQuoted = false
    }
    isQuoted = text.endsWith('=') && /^[^:]*quoted-printable/i.test(current.text)
  }
  if (current) yield current
}

async function* physical(bytes: Bytes): AsyncGenerator<RawLine> {
  let rest = ''
  let line = 0
  for await (const part of Buffer.isBuffer(bytes) ? [bytes] : bytes) {
    rest += Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1')
    if (line === 0) rest = rest.replace(/^\u00ef\u00bb\u00bf/, '')
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    // Only embedded images are longer; their beginning is enough.
    rest = (lines.pop() ?? '').slice(0, PROPERTY_LIMIT)
    for (const text of lines) yield { line: ++line, text: text.slice(0, PROPERTY_LIMIT) }
  }
  if (rest !== '') yield { line: ++line, text: rest.replace(/\r$/, '') }
}
