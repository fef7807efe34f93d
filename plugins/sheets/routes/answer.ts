import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Format } from '../source/line.ts'

/** Media types of the file formats. */
export const mime: Record<Format, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

/**
 * Streams a file as a download. The first chunk is produced before the response starts, so that an early error gets a regular error
 * response.
 */
export async function send(reply: FastifyReply, format: Format, name: string, bytes: AsyncIterable<Uint8Array>): Promise<FastifyReply> {
  const rest = bytes[Symbol.asyncIterator]()
  const first = await rest.next()
  async function* all() {
    try {
      for (let piece = first; !piece.done; piece = await rest.next()) yield piece.value
    } finally {
      await rest.return?.()
    }
  }
  return reply
    .header('content-type', mime[format])
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(all(), { objectMode: false }))
}
