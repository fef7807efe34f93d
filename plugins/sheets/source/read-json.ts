import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { flat } from './flatten.ts'
import type { Bytes, Line, Mark } from './line.ts'
import { SheetProblem } from './problem.ts'

/**
 * Reads the lines of a JSON array of objects, which may be the only array in an object. Keys become columns; nested lists continue on
 * further lines. The array is held in memory.
 */
export async function* readJson(bytes: Bytes): AsyncGenerator<Line> {
  const parts: Uint8Array[] = []
  for await (const part of Buffer.isBuffer(bytes) ? [bytes] : bytes) parts.push(part)
  let list: unknown
  try {
    list = JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    throw new SheetProblem('core:rule.json')
  }
  const items = listIn(list)
  if (!items) throw new SheetProblem('sheets:error.json_list')
  const header = new Map<string, number>()
  const lines = items.map((item) => flat(item))
  for (const list of lines)
    for (const record of list) for (const name of Object.keys(record)) if (!header.has(name)) header.set(name, header.size)
  const names = [...header.keys()]
  yield { line: 1, cells: names }
  for (const [i, list] of lines.entries()) for (const record of list) yield getLine(i + 2, record, names)
}

/** The array of objects of a file: the value itself, or the only one in it. */
function listIn(value: unknown): Record<string, unknown>[] | undefined {
  if (isList(value)) return value
  const lists = isObject(value) ? Object.values(value).filter(isList) : []
  return lists.length === 1 ? lists[0] : undefined
}

/** Reads the lines of an NDJSON file. The keys of the first object are the columns. */
export async function* readNdjson(bytes: Bytes): AsyncGenerator<Line> {
  let header: string[] | undefined
  let line = 0
  for await (const json of createInterface({
    input: Readable.from(Buffer.isBuffer(bytes) ? [bytes] : bytes),
    crlfDelay: Infinity,
  })) {
    line++
    if (json.trim() === '') continue
    let item: unknown
    try {
      item = JSON.parse(json)
    } catch {
      throw new SheetProblem('sheets:error.unreadable_line', { line })
    }
    if (!isObject(item)) throw new SheetProblem('sheets:error.unreadable_line', { line })
    if (!header) yield { line: 0, cells: (header = Object.keys(item)) }
    const columns = header
    const extra = Object.keys(item).find((key) => !columns.includes(key))
    if (extra !== undefined) throw new SheetProblem('sheets:error.late_column', { line, column: extra })
    yield getLine(line, item, columns)
  }
}

const isList = (value: unknown): value is Record<string, unknown>[] => Array.isArray(value) && value.every(isObject)

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)

/** Converts an object to a line. Values that are neither text nor number are marked, so that no field misreads them. */
function getLine(line: number, item: Record<string, unknown>, header: readonly string[]): Line {
  const marks = new Map<number, Mark>()
  const cells = header.map((key, at) => {
    const value = item[key]
    // Null and empty lists count as blank and leave a field unchanged.
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return ''
    if (typeof value === 'boolean') {
      marks.set(at, 'flag')
      return value ? '1' : '0'
    }
    if (typeof value !== 'object') return String(value)
    try {
      const json = JSON.stringify(value)
      marks.set(at, Array.isArray(value) ? 'list' : 'object')
      return json
    } catch (error) {
      // A value nested deeper than the call stack allows.
      if (!(error instanceof RangeError)) throw error
      marks.set(at, 'long')
      return ''
    }
  })
  return { line, cells, ...(marks.size > 0 ? { marks } : {}) }
}
