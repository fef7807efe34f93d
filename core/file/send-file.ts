import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../context.ts'
import { AppError, NOT_FOUND } from '../http/errors.ts'
import { pictureAt } from './picture-sizes.ts'
import { getMimeType } from './file-type.ts'
import { getFileStore } from './store.ts'

/** Which file to send, and how. */
interface Sending {
  path: string
  /** Original file name, when the caller may know it. */
  name?: string
  /** One of the widths pictures are offered in. */
  width?: number | undefined
  /** For this caller only: shared caches must not store it. */
  secret: boolean
}

const getEnd = (path: string) => path.split('.').at(-1) ?? ''

/** Sends the bytes of an upload with a content type and disposition that keep a browser from executing them. @throws AppError NOT_FOUND */
export async function sendFile(
  kernel: Kernel,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { path, name, width, secret }: Sending,
): Promise<FastifyReply> {
  const file = width
    ? await pictureAt(kernel, path, width, request.headers.accept?.includes('image/avif') ? 'avif' : 'webp')
    : { path, bytes: await getFileStore(kernel).read(path) }
  if (!file.bytes) throw new AppError(NOT_FOUND)
  const mime = getMimeType[getEnd(path)] ?? 'application/octet-stream'
  // For uploads without a name, the folder decides whether they are shown inline.
  const isInline = name === undefined ? path.startsWith('img/') : mime.startsWith('image/')
  if (name !== undefined) void reply.header('content-disposition', `${isInline ? 'inline' : 'attachment'}; ${called(name, getEnd(path))}`)
  else if (!isInline) void reply.header('content-disposition', 'attachment')
  if (width) void reply.header('vary', 'accept')
  return reply
    .type(getMimeType[getEnd(file.path)] ?? mime)
    .headers({
      'cache-control': secret ? 'private, no-store' : 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-site',
    })
    .send(file.bytes)
}

/**
 * File name of Content-Disposition. The extension always matches the bytes, so that a picture named `page.html` is not saved as HTML.
 */
function called(name: string, ending: string): string {
  const whole = name.toLowerCase().endsWith(`.${ending}`) ? name : `${name}.${ending}`
  const plain = whole.replaceAll(/[^\w.() -]/g, '_')
  const exact = encodeURIComponent(whole).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `filename="${plain}"; filename*=UTF-8''${exact}`
}
