import { buffer } from 'node:stream/consumers'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { token } from 'stoa'
import type { PrintedDocument } from '../domain/document.ts'
import { renderPdf, type RenderOptions } from './render-pdf.ts'

/** Service that renders documents as PDF. */
export interface Documents {
  /**
   * Resolves with the first bytes, so that an error occurs before the response starts. The rest is streamed; destroying the stream, for
   * example when a client disconnects, stops the rendering.
   * @throws AppError PRINTING_BUSY
   */
  print(document: PrintedDocument, options?: RenderOptions): Promise<Readable>
  /** The complete document, for storage or e-mail. @throws AppError PRINTING_BUSY */
  bytes(document: PrintedDocument): Promise<Buffer>
}

export const DOCUMENTS = token<Documents>('documents/documents')

export const documents: Documents = {
  async print(document, options) {
    const out = renderPdf(document, options)
    await once(out, 'readable')
    return out
  },
  bytes: (document) => buffer(renderPdf(document)),
}
