import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { writeCsv, writeXlsx } from 'stoa/plugins/sheets'
import type { PayTable } from '../api-types.ts'

/** Media types of tables. */
export const mimes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Rows of a batch, after which other requests are served. */
const BATCH = 200

const isAmount = (text: string): boolean => /^-?\d+\.\d{2}$/.test(text)

/** Sends a table as a file. Amounts become numbers in a workbook. */
export function sendTable(reply: FastifyReply, format: keyof typeof mimes, name: string, { columns, rows }: PayTable): FastifyReply {
  async function* batches() {
    for (let at = 0; at < rows.length; at += BATCH)
      yield rows.slice(at, at + BATCH).map((row) => row.map((text) => ({ text, number: isAmount(text) })))
  }
  const header = columns.map(({ label }) => label)
  const bytes = format === 'csv' ? writeCsv(header, batches()) : writeXlsx(header, batches())
  return reply
    .type(format === 'csv' ? `${mimes.csv}; charset=utf-8` : mimes.xlsx)
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(bytes, { objectMode: false }))
}

/** Sends the bytes of a file that is not stored by browsers. */
export const sendFile = (reply: FastifyReply, mime: string, disposition: string, bytes: Buffer): FastifyReply =>
  reply.type(mime).header('content-disposition', disposition).header('cache-control', 'no-store').send(bytes)
