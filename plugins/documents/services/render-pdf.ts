import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AppError, projectRoot, type ThreadJob, ThreadPool, ThreadsBusy } from 'stoa'
import type { PrintedDocument } from '../domain/document.ts'
import { PRINTING_BUSY } from '../errors.ts'
import type { Report } from '../worker/main.ts'

/** Each thread holds the font in memory, about 60 MB. */
const pool = new ThreadPool({
  module: 'plugins/documents/worker/main',
  data: { font: join(projectRoot(), 'plugins/documents/fonts/noto-sans-sc.ttf') },
  threads: 2,
  waiting: 20,
  stallMs: 60_000,
  memoryMb: 256,
})

/** Options of the renderer. */
export interface RenderOptions {
  /** A background rendering, of which only one runs at a time. */
  long?: boolean
  /** Called at the start of every page, from 1. */
  onPage?(page: number): void
}

/**
 * Renders a document in a worker thread and streams the bytes. Destroying the stream stops the rendering.
 * @throws AppError PRINTING_BUSY when the queue is full
 */
export function renderPdf(document: PrintedDocument, { long = false, onPage }: RenderOptions = {}): Readable {
  const job = beginJob(document, long)
  const pull = async (): Promise<void> => {
    try {
      for (let piece = await job.next(); ; piece = await job.next()) {
        if (piece.done) out.push(null)
        else if ('bytes' in piece.value) out.push(piece.value.bytes)
        else {
          onPage?.(piece.value.page)
          continue
        }
        return
      }
    } catch (error) {
      out.destroy(new Error(`A document could not be drawn: ${(error as Error).message}`, { cause: error }))
    }
  }
  const out = new Readable({
    read: () => void pull(),
    destroy(error, done) {
      void job.return()
      done(error)
    },
  })
  return out
}

function beginJob(document: PrintedDocument, long: boolean): ThreadJob<Report> {
  try {
    return pool.run<PrintedDocument, Report>([document], { long })
  } catch (error) {
    throw error instanceof ThreadsBusy ? new AppError(PRINTING_BUSY) : error
  }
}
