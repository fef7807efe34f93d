import { AppError, validationError, message, ThreadPool, ThreadsBusy } from 'stoa'
import { SHEETS_BUSY } from '../errors.ts'
import type { Piece, ThreadInput } from '../worker/main.ts'
import type { Bytes, Line } from './line.ts'
import type { ReadingInput } from './read-lines.ts'

/** What unpacks and parses files: exceljs holds its thread for seconds, and a file can be made to take long. */
const pool = new ThreadPool({ module: 'plugins/sheets/worker/main', threads: 2, waiting: 20, stallMs: 120_000, memoryMb: 1_024 })

/** Bytes handed to the thread at once. */
const PART = 256 * 1024

/**
 * Lines of a sheet, read in a thread, the header first.
 * @throws Failed INVALID for what is no sheet, SHEETS_BUSY when many wait already
 */
export async function* linesFromThread(bytes: Bytes, how: ReadingInput): AsyncGenerator<Line> {
  const { onEncoding: _, ...input } = how
  const job = begin(bytes, input)
  try {
    for await (const piece of job) {
      if ('problem' in piece) throw validationError({ [piece.problem.field]: message(piece.problem.key, piece.problem.params) })
      if ('encoding' in piece) how.onEncoding?.(piece.encoding)
      else yield* piece.lines
    }
  } finally {
    await job.return()
  }
}

function begin(bytes: Bytes, how: ThreadInput) {
  try {
    return pool.run<ThreadInput | Uint8Array, Piece>(findInput(bytes, how))
  } catch (error) {
    throw error instanceof ThreadsBusy ? new AppError(SHEETS_BUSY) : error
  }
}

async function* findInput(bytes: Bytes, how: ThreadInput): AsyncGenerator<ThreadInput | Uint8Array> {
  yield how
  if (!Buffer.isBuffer(bytes)) return yield* bytes
  // Of a buffer of the pool all that lies beside it would be copied.
  for (let at = 0; at < bytes.length; at += PART) yield new Uint8Array(bytes.subarray(at, at + PART))
}
