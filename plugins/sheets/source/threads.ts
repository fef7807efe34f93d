import { AppError, validationError, message, ThreadPool, ThreadsBusy } from 'stoa'
import { SHEETS_BUSY } from '../errors.ts'
import type { Piece, ThreadInput } from '../worker/main.ts'
import type { Bytes, Line } from './line.ts'
import type { ReadingInput } from './read-lines.ts'

/** Worker threads for unpacking and parsing: exceljs blocks its thread for seconds, and a malicious file can take long. */
const pool = new ThreadPool({ module: 'plugins/sheets/worker/main', threads: 2, waiting: 20, stallMs: 120_000, memoryMb: 1_024 })

/** Number of bytes sent to the thread at once. */
const PART = 256 * 1024

/**
 * Reads the lines of a file in a worker thread, header first.
 * @throws AppError INVALID for an unreadable file, SHEETS_BUSY when the queue is full
 */
export async function* linesFromThread(bytes: Bytes, options: ReadingInput): AsyncGenerator<Line> {
  const { onEncoding: _, ...input } = options
  const job = begin(bytes, input)
  try {
    for await (const piece of job) {
      if ('problem' in piece) throw validationError({ [piece.problem.field]: message(piece.problem.key, piece.problem.params) })
      if ('encoding' in piece) options.onEncoding?.(piece.encoding)
      else yield* piece.lines
    }
  } finally {
    await job.return()
  }
}

function begin(bytes: Bytes, options: ThreadInput) {
  try {
    return pool.run<ThreadInput | Uint8Array, Piece>(findInput(bytes, options))
  } catch (error) {
    throw error instanceof ThreadsBusy ? new AppError(SHEETS_BUSY) : error
  }
}

async function* findInput(bytes: Bytes, options: ThreadInput): AsyncGenerator<ThreadInput | Uint8Array> {
  yield options
  if (!Buffer.isBuffer(bytes)) return yield* bytes
  // Copies each slice: transferring a slice of a pooled buffer would copy the whole pool.
  for (let at = 0; at < bytes.length; at += PART) yield new Uint8Array(bytes.subarray(at, at + PART))
}
