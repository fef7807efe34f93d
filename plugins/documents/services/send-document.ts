import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Kernel } from 'stoa'
import type { PrintedDocument } from '../domain/document.ts'
import { DOCUMENTS } from './documents.ts'

/** Streams a document as the response of a route while it is rendered, under the name `{name}.pdf`. @throws AppError PRINTING_BUSY */
export function sendDocument(kernel: Kernel, reply: FastifyReply, name: string, document: PrintedDocument): Promise<Readable> {
  void reply.type('application/pdf').header('content-disposition', `inline; filename="${name}.pdf"`).header('cache-control', 'no-store')
  return kernel.get(DOCUMENTS).print(document)
}
