import { buffer } from 'node:stream/consumers'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { token } from 'stoa'
import type { PrintedDocument } from '../domain/document.ts'
import { renderPdf, type RenderOptions } from './render-pdf.ts'

/** Prints documents as PDF. */
export interface Documents {
  /**
   * Answers when the first bytes are there, so that a document that cannot be drawn fails before an answer has begun.
   * The rest comes as it is drawn; destroying the stream, as happens when a client goes away, stops the drawing.
   * @throws Failed PRINTING_BUSY
   */
  print(document: PrintedDocument, how?: RenderOptions): Promise<Readable>
  /** The whole document, for keeping or sending. @throws Failed PRINTING_BUSY */
  bytes(document: PrintedDocument): Promise<Buffer>
}

export const DOCUMENTS = token<Documents>('documents/documents')

export const documents: Documents = {
  async print(document, how) {
    const out = renderPdf(document, how)
    await once(out, 'readable')
    return out
  },
  bytes: (document) => buffer(renderPdf(document)),
}
