import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { flat } from './flat.ts'
import type { Bytes, Line, Mark } from './line.ts'
import { SheetProblem } from './problem.ts'

/**
 * The lines of a JSON list of objects, which may lie alone in an object around it: what an object holds is keyed by column, what
 * lists in it hold goes on in further lines. The list is held in memory.
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
    for (const one of list) for (const name of Object.keys(one)) if (!header.has(name)) header.set(name, header.size)
  const names = [...header.keys()]
  yield { line: 1, cells: names }
  for (const [i, list] of lines.entries()) for (const one of list) yield getLine(i + 2, one, names)
}

/** The list of objects that a file is, or that lies in it as the only one. */
function listIn(value: unknown): Record<string, unknown>[] | undefined {
  if (isList(value)) return value
  const lists = isObject(value) ? Object.values(value).filter(isList) : []
  return lists.length === 1 ? lists[0] : undefined
}

/** The lines of a file with one JSON object on each: the first one's keys are the columns. */
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

/** An object as a line; what is no text and no number is marked, so that no field takes it for one. */
function getLine(line: number, item: Record<string, unknown>, header: readonly string[]): Line {
  const marks = new Map<number, Mark>()
  const cells = header.map((key, at) => {
    const value = item[key]
    // As everywhere in sheets, what says nothing leaves its field as it is.
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
      // Nested deeper than the stack.
      if (!(error instanceof RangeError)) throw error
      marks.set(at, 'long')
      return ''
    }
  })
  return { line, cells, ...(marks.size > 0 ? { marks } : {}) }
}
