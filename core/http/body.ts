import type { FastifyInstance, FastifyRequest } from 'fastify'
import { uploadLimit } from '../file/files.ts'
import { BAD_REQUEST, Failed, invalid, text } from './errors.ts'

/** A file that came with a form, by its field path. */
export interface Sent {
  bytes: Buffer
  name: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** True when values of the body are texts of a form. */
    typed?: boolean
    uploads?: Map<string, Sent>
  }
}

const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

/** `stocks[0][price]` as its parts. @throws Failed for prototype names, too deep or too large indexes. */
export function pathOf(key: string): string[] {
  const parts = key.replaceAll(']', '').split('[')
  const bad = parts.length > 6 || parts.some((p) => forbidden.has(p) || (/^\d+$/.test(p) && Number(p) > 999))
  if (bad) throw new Failed(BAD_REQUEST)
  return parts
}

/** Puts a form value where its name says, making objects and lists on the way. */
export function place(target: Record<string, unknown>, parts: readonly string[], value: unknown): void {
  let node: Record<string, unknown> = target
  for (const [i, part] of parts.entries()) {
    const key = part === '' && Array.isArray(node) ? String(node.length) : part
    if (i === parts.length - 1) {
      node[key] = value
      return
    }
    const next = parts[i + 1] ?? ''
    const known = node[key]
    if (known === undefined || known === null || typeof known !== 'object') node[key] = next === '' || /^\d+$/.test(next) ? [] : {}
    node = node[key] as Record<string, unknown>
  }
}

/** Lists with gaps, as forms leave them when a row was taken out, closed up. */
function dense(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((v) => v !== undefined).map(dense)
  if (value !== null && typeof value === 'object' && !Buffer.isBuffer(value)) {
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, dense(v)]))
  }
  return value
}

/** Takes the files out of a form; what is left of a list of files keeps their places. */
function takeFiles(node: Record<string, unknown>, path: string, names: Map<unknown, string>, uploads: Map<string, Sent>): void {
  for (const [key, value] of Object.entries(node)) {
    if (Buffer.isBuffer(value)) {
      uploads.set(path + key, { bytes: value, name: names.get(value) ?? '' })
      if (Array.isArray(node)) node[Number(key)] = null
      else delete node[key]
    } else if (value !== null && typeof value === 'object') takeFiles(value as Record<string, unknown>, `${path}${key}.`, names, uploads)
  }
}

async function readForm(request: FastifyRequest): Promise<void> {
  const body: Record<string, unknown> = {}
  const uploads = new Map<string, Sent>()
  // Files stand in the body until every value has found its place.
  const names = new Map<unknown, string>()
  for await (const part of request.parts()) {
    const path = pathOf(part.fieldname)
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      if (part.file.truncated) throw invalid({ [path.join('.')]: text('core:rule.upload_limit') })
      if (!part.filename) continue
      names.set(bytes, part.filename)
      place(body, path, bytes)
    } else {
      if (part.valueTruncated) throw invalid({ [path.join('.')]: text('core:error.too_large') })
      place(body, path, part.value)
    }
  }
  const whole = dense(body) as Record<string, unknown>
  takeFiles(whole, '', names, uploads)
  request.body = whole
  request.uploads = uploads
  request.typed = true
}

function depth(value: unknown, left: number): boolean {
  if (value === null || typeof value !== 'object') return true
  return left > 0 && Object.values(value).every((v) => depth(v, left - 1))
}

/** Every body of the API is an object; none counts as an empty one. */
function requireObject(request: FastifyRequest): void {
  request.body ??= {}
  if (typeof request.body !== 'object' || Array.isArray(request.body) || !depth(request.body, 32)) throw new Failed(BAD_REQUEST)
}

/** JSON and multipart on every write; an empty body reads as `{}`. */
export async function bodies(app: FastifyInstance): Promise<void> {
  await app.register(import('@fastify/multipart'), {
    limits: { fileSize: uploadLimit + 1, files: 20, fields: 500, fieldSize: 1024 * 1024, parts: 520 },
  })
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else parseJson(request, body as string, done)
  })
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart() && !request.routeOptions.config.rawUpload) await readForm(request)
    else if (request.method !== 'GET' && request.method !== 'HEAD') requireObject(request)
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the multipart stream itself. */
    rawUpload?: boolean
  }
}
