import { type Limits, unpack } from './unpack.ts'
import { SheetProblem } from './problem.ts'

const needed = /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/i

/**
 * Extracts the first visible sheet of a workbook, validates it, and packs it into a new container. exceljs trusts the sizes a container
 * declares, so it gets only verified content.
 */
export async function firstSheet(bytes: Buffer, limits: Limits): Promise<Generator<Buffer>> {
  const parts = await unpack(bytes, limits, (name) => needed.test(name))
  const book = parts.get('xl/workbook.xml')
  const rels = parts.get('xl/_rels/workbook.xml.rels')
  const sheet = book && rels && parts.get(sheetPath(book.toString('utf8'), rels.toString('utf8')))
  // The parser accepts a truncated sheet without an error.
  if (!sheet || !/<\/(\w+:)?worksheet>\s*$/.test(sheet.subarray(-100).toString('latin1'))) throw new SheetProblem('sheets:error.unreadable')
  const out = new Map<string, Buffer>()
  for (const name of ['xl/_rels/workbook.xml.rels', 'xl/workbook.xml', 'xl/styles.xml', 'xl/sharedStrings.xml']) {
    const part = parts.get(name)
    if (part) out.set(name, part)
  }
  // exceljs writes a sheet that precedes its shared strings to a temporary file.
  if (!out.has('xl/sharedStrings.xml')) out.set('xl/sharedStrings.xml', Buffer.from('<sst/>'))
  out.set('xl/worksheets/sheet1.xml', doubled(sheet))
  return stored(out)
}

function sheetPath(book: string, rels: string): string {
  for (const [tag] of book.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)) {
    const id = /\br:id="([^"]+)"/.exec(tag)?.[1]
    if (!id || /\bstate="(hidden|veryHidden)"/.test(tag)) continue
    for (const [relation] of rels.matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)) {
      if (/\bId="([^"]+)"/.exec(relation)?.[1] !== id) continue
      const target = /\bTarget="([^"]+)"/.exec(relation)?.[1] ?? ''
      return target.startsWith('/') ? target.slice(1) : `xl/${target}`
    }
  }
  return ''
}

const ampersand = Buffer.from('&amp;')

/** exceljs decodes entities of inline strings twice, so each ampersand is encoded twice. */
function doubled(xml: Buffer): Buffer {
  if (!xml.includes(ampersand)) return xml
  return Buffer.from(xml.toString('utf8').replaceAll('&amp;', '&amp;amp;'))
}

const SLICE = 64 * 1024

/** An uncompressed zip container. It is read as a stream, so it needs no central directory. */
function* stored(parts: ReadonlyMap<string, Buffer>): Generator<Buffer> {
  for (const [name, content] of parts) {
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt32LE(content.length, 18)
    head.writeUInt32LE(content.length, 22)
    head.writeUInt16LE(Buffer.byteLength(name), 26)
    yield Buffer.concat([head, Buffer.from(name)])
    // In slices, because the reader checks for cancellation between them.
    for (let at = 0; at < content.length; at += SLICE) yield content.subarray(at, at + SLICE)
  }
}
