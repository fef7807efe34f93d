import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { invalid, text } from '#core'
import type { Format } from '../source/line.ts'

const mime: Record<Format, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

/** Answers a sheet as a file of this name. */
export function send(reply: FastifyReply, format: Format, name: string, bytes: AsyncIterable<Buffer>): FastifyReply {
  return reply
    .header('content-type', mime[format])
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(bytes, { objectMode: false }))
}

/** The format a query asks for; xlsx when it asks for none. @throws Failed INVALID */
export function formatOf(asked: unknown): Format {
  if (asked === undefined || asked === '') return 'xlsx'
  if (typeof asked === 'string' && Object.hasOwn(mime, asked)) return asked as Format
  throw invalid({ format: text('core:rule.choice') })
}
