import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../context.ts'
import { AppError, NOT_FOUND } from '../http/errors.ts'
import { pictureAt } from './picture-sizes.ts'
import { getMimeType } from './file-type.ts'
import { getFileStore } from './store.ts'

/** What of an upload is sent, and to whom. */
interface Sending {
  path: string
  /** What people know it by, where they are told. */
  name?: string
  /** One of the widths pictures are offered in. */
  width?: number | undefined
  /** For this caller alone: nobody between may keep it. */
  secret: boolean
}

const getEnd = (path: string) => path.split('.').at(-1) ?? ''

/** Sends the bytes of an upload as what they are; nothing in them may act when opened in a browser. @throws Failed NOT_FOUND */
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
  // Those who bring files in without naming them private say by the folder whether they are shown.
  const shown = name === undefined ? path.startsWith('img/') : mime.startsWith('image/')
  if (name !== undefined) void reply.header('content-disposition', `${shown ? 'inline' : 'attachment'}; ${called(name, getEnd(path))}`)
  else if (!shown) void reply.header('content-disposition', 'attachment')
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

/** A name for a header, which ends in what the bytes are: a page that calls itself a picture is no page on anybody's disk. */
function called(name: string, ending: string): string {
  const whole = name.toLowerCase().endsWith(`.${ending}`) ? name : `${name}.${ending}`
  const plain = whole.replaceAll(/[^\w.() -]/g, '_')
  const exact = encodeURIComponent(whole).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `filename="${plain}"; filename*=UTF-8''${exact}`
}
