import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { PrintedDocument } from '../domain/document.ts'
import { draw } from './draw.ts'
import { mapTexts, printableIn } from './printable.ts'

/** What the thread answers: bytes as they come and pages as they begin, then that it is done, or why it failed. */
export type Report = { bytes: Uint8Array } | { page: number } | { done: true } | { error: string }

/** Bytes told at once: about a page, so that small documents fail whole or not at all. */
const PIECE = 4_096

const font = readFileSync((workerData as { font: string }).font)
const print = printableIn(font)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const tell = (report: Report) => parentPort?.postMessage(report)

async function answer(document: PrintedDocument): Promise<void> {
  let held: Buffer[] = []
  let size = 0
  const flush = () => {
    if (size > 0) tell({ bytes: Buffer.concat(held) })
    held = []
    size = 0
  }
  let pages = 0
  await draw(mapTexts(document, print), font, {
    bytes(bytes) {
      held.push(bytes)
      size += bytes.length
      if (size >= PIECE) flush()
    },
    page: () => tell({ page: ++pages }),
  })
  flush()
  tell({ done: true })
}

parentPort?.on('message', (document: PrintedDocument) => {
  answer(document).catch((error: unknown) => tell({ error: error instanceof Error ? error.message : String(error) }))
})
