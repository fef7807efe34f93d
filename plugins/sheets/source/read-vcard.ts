import type { Bytes, Line } from './line.ts'
import { SheetProblem } from './problem.ts'
import { cellsOfCard, vcardColumns } from './vcard-cells.ts'
import { type Property, getProperty } from './vcard-property.ts'

/** Most bytes of a property; what a picture holds beyond them is not read. */
const PROPERTY_LIMIT = 64 * 1024
/** Most lines of a card, but for those a property goes on with. */
const CARD_LIMIT = 1_000

/** A line as bytes, one character each: what is encoded how is known once its property is. */
interface RawLine {
  line: number
  text: string
}

/**
 * The cards of a file of address cards, one line each: vCard 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350), as phones and address books write them.
 * Cards inside of cards are left out.
 * @throws SheetProblem for a file that is cut off or holds no card
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

/** Lines with those they go on with: folded ones begin with white space, those in quoted-printable end with an equals sign. */
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
    // What is longer is a picture: the beginning is all that is looked at.
    rest = (lines.pop() ?? '').slice(0, PROPERTY_LIMIT)
    for (const text of lines) yield { line: ++line, text: text.slice(0, PROPERTY_LIMIT) }
  }
  if (rest !== '') yield { line: ++line, text: rest.replace(/\r$/, '') }
}
