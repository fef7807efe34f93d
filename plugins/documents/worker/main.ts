import { readFileSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { serveThread } from 'stoa/thread'
import type { PrintedDocument } from '../domain/document.ts'
import { draw } from './draw.ts'
import { mapTexts, createPrintableFilter } from './printable.ts'

/** Messages of the worker thread: bytes, and started pages. */
export type Report = { bytes: Uint8Array } | { page: number }

/** Chunk size in bytes: about a page, so that a small document fails before the first chunk. */
const PIECE = 4_096

const font = readFileSync((workerData as { font: string }).font)
const print = createPrintableFilter(font)

serveThread<PrintedDocument, Report>(async (input, emit) => {
  for await (const document of input) {
    let pieces: Buffer[] = []
    let size = 0
    // Rendering does not wait for a slow reader; the output is buffered in memory.
    const flush = () => {
      if (size > 0) void emit({ bytes: Buffer.concat(pieces) })
      pieces = []
      size = 0
    }
    let pages = 0
    await draw(mapTexts(document, print), font, {
      bytes(bytes) {
        pieces.push(bytes)
        size += bytes.length
        if (size >= PIECE) flush()
      },
      page: () => void emit({ page: ++pages }),
    })
    flush()
  }
})
