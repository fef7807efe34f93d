import { guard } from '../source/cell.ts'
import type { Batches } from './batches.ts'
import type { OutCell } from './write-cells.ts'

/** Byte order mark: tells spreadsheet programs that a CSV file is UTF-8. */
const mark = '\uFEFF'

const guarded = ({ text, number }: OutCell) => (number ? text : guard(text))

export async function* writeCsv(header: readonly string[], batches: Batches): AsyncGenerator<Buffer> {
  const { stringify } = await import('csv-stringify/sync')
  const lines = (rows: readonly (readonly string[])[]) => stringify(rows as string[][], { record_delimiter: 'windows' })
  yield Buffer.from(mark + lines([header]))
  for await (const batch of batches) yield Buffer.from(lines(batch.map((line) => line.map(guarded))))
}

export async function* writeJson(header: readonly string[], batches: Batches): AsyncGenerator<Buffer> {
  let before = '[\n'
  for await (const batch of batches) {
    if (batch.length === 0) continue
    yield Buffer.from(before + batch.map((line) => getObject(header, line)).join(',\n'))
    before = ',\n'
  }
  yield Buffer.from(before === '[\n' ? '[]\n' : '\n]\n')
}

export async function* writeNdjson(header: readonly string[], batches: Batches): AsyncGenerator<Buffer> {
  for await (const batch of batches) yield Buffer.from(batch.map((line) => `${getObject(header, line)}\n`).join(''))
}

const getObject = (header: readonly string[], line: readonly OutCell[]) =>
  JSON.stringify(Object.fromEntries(header.map((name, i) => [name, getValue(line[i])])))

/** The JSON value of a cell: booleans, lists, and numbers without loss of precision; all else is text. */
function getValue({ text, number, value }: OutCell = { text: '' }): unknown {
  if (value !== undefined) return value
  const isExact = number && text !== '' && text.replaceAll(/[-.]/g, '').length <= 15 && Number.isFinite(Number(text))
  return isExact ? Number(text) : text
}
