import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'
import type { Kernel } from 'stoa'
import { DOCUMENTS, type PrintedDocument } from 'stoa/plugins/documents'

/** Streams a document as the response of a route while it is rendered. @throws AppError PRINTING_BUSY */
export function sendDocument(kernel: Kernel, reply: FastifyReply, name: string, printed: PrintedDocument): Promise<Readable> {
  void reply.type('application/pdf').header('content-disposition', `inline; filename="${name}.pdf"`).header('cache-control', 'no-store')
  return kernel.get(DOCUMENTS).print(printed)
}
