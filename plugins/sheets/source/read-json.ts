import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { invalid, text } from '#core'
import type { Bytes, Line } from './line.ts'

/** The lines of a JSON list of objects: one object, one line, keyed by column. The list is held in memory. */
export async function* readJson(bytes: Bytes): AsyncGenerator<Line> {
  const parts: Uint8Array[] = []
  for await (const part of Buffer.isBuffer(bytes) ? [bytes] : bytes) parts.push(part)
  let list: unknown
  try {
    list = JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    throw invalid({ file: text('core:rule.json') })
  }
  if (!Array.isArray(list) || !list.every(isObject)) throw invalid({ file: text('sheets:error.json_list') })
  const header = [...new Set(list.flatMap((item) => Object.keys(item)))]
  yield { line: 1, cells: header }
  for (const [i, item] of list.entries()) yield { line: i + 2, cells: header.map((key) => scalar(item[key])) }
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
      throw invalid({ file: text('sheets:error.unreadable_line', { line }) })
    }
    if (!isObject(item)) throw invalid({ file: text('sheets:error.unreadable_line', { line }) })
    if (!header) yield { line: 0, cells: (header = Object.keys(item)) }
    const columns = header
    const extra = Object.keys(item).find((key) => !columns.includes(key))
    if (extra !== undefined) throw invalid({ file: text('sheets:error.late_column', { line, column: extra }) })
    yield { line, cells: columns.map((key) => scalar((item as Record<string, unknown>)[key])) }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)

function scalar(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
