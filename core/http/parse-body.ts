import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { uploadLimit } from '../file/file-type.ts'
import { BAD_REQUEST, AppError, validationError, message, type Message, TOO_LARGE } from './errors.ts'
import { FormList } from './form-list.ts'
import { step } from './kernel.ts'

/** An uploaded file of a form, by its field path. */
export interface UploadedPart {
  bytes: Buffer
  name: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** True when the values of the body are form texts. */
    typed?: boolean
    uploads?: Map<string, UploadedPart>
  }
}

/** Maximum size of a body without its files, in bytes. */
export const textLimit = 1024 * 1024

const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

/** Maximum length of a form field name. */
const LONGEST_NAME = 200

/**
 * Splits a name such as `stocks[0][price]`. @throws AppError for a missing name, prototype names, too deep nesting or too large
 * indexes.
 */
export function parsePath(key: string | undefined): string[] {
  if (!key || key.length > LONGEST_NAME) throw new AppError(BAD_REQUEST)
  const parts = key.replaceAll(']', '').split('[')
  const bad = parts.length > 6 || parts.some((p) => forbidden.has(p) || (isIndex(p) && Number(p) > 999))
  if (bad) throw new AppError(BAD_REQUEST)
  return parts
}

const isIndex = (part: string) => /^\d+$/.test(part)

/** Whether a value can have nested members: files and texts cannot. */
const isNode = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Buffer.isBuffer(value)

type Parent = Record<string, unknown> | unknown[] | FormList

const isList = (node: Parent): node is unknown[] | FormList => Array.isArray(node) || node instanceof FormList

function getChild(node: Parent, key: string): unknown {
  if (node instanceof FormList) return node.at(Number(key))
  return Object.hasOwn(node, key) ? (node as Record<string, unknown>)[key] : undefined
}

function setChild(node: Parent, key: string, value: unknown): void {
  if (node instanceof FormList) node.set(Number(key), value)
  else (node as Record<string, unknown>)[key] = value
}

/**
 * Sets a form value at its path, creating objects and, by `newList`, lists on the way.
 * @throws AppError when a list would get a key that is no index, for example `length`.
 */
export function setAtPath(
  target: Record<string, unknown>,
  parts: readonly string[],
  value: unknown,
  newList: () => Parent = () => [],
): void {
  let node: Parent = target
  for (const [i, part] of parts.entries()) {
    const key = part === '' && isList(node) ? String(node.length) : part
    if (isList(node) && !(isIndex(key) && Number(key) <= 999)) throw new AppError(BAD_REQUEST)
    if (i === parts.length - 1) {
      setChild(node, key, value)
      return
    }
    const next = parts[i + 1] ?? ''
    const existing = getChild(node, key)
    const under = isNode(existing) ? existing : next === '' || isIndex(next) ? newList() : {}
    setChild(node, key, under)
    node = under
  }
}

/** Builds an object from form values. A repeated name becomes a list of its values. */
function placeAll(values: Iterable<{ path: readonly string[]; list: readonly unknown[] }>): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const { path, list } of values)
    for (const value of list) setAtPath(body, list.length > 1 && !path.includes('') ? [...path, ''] : path, value, () => new FormList())
  return body
}

/** Converts collected form values to arrays. */
function dense(value: unknown): unknown {
  if (value instanceof FormList) return value.values().map(dense)
  // A list given as JSON may have gaps after further values were set in it.
  if (Array.isArray(value)) return Object.values(value).map(dense)
  if (isNode(value)) return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, dense(v)]))
  return value
}

/** Moves the files out of a form body; in lists of files the other items keep their positions. */
function takeFiles(node: Record<string, unknown>, path: string, names: Map<unknown, string>, uploads: Map<string, UploadedPart>): void {
  for (const [key, value] of Object.entries(node)) {
    if (Buffer.isBuffer(value)) {
      uploads.set(path + key, { bytes: value, name: names.get(value) ?? '' })
      if (Array.isArray(node)) node[Number(key)] = null
      else delete node[key]
    } else if (value !== null && typeof value === 'object') takeFiles(value as Record<string, unknown>, `${path}${key}.`, names, uploads)
  }
}

async function readForm(request: FastifyRequest): Promise<void> {
  const files = getFiles(request)
  // Longer than any boundary of a client, and than the parser supports.
  if (getEdge(request).length > LONGEST_NAME) throw new AppError(BAD_REQUEST)
  const most = textLimit + files * (uploadLimit + 1)
  // Texts alone hardly reach the limit: where files may be sent, one of them is too large.
  const details = files > 0 ? [message('core:rule.upload_limit')] : undefined
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge(request, details)
  const over = stopBeyond(request, most, details)
  try {
    await Promise.race([over.exceeded, readParts(request, files)])
  } finally {
    over.forget()
  }
}

/** Milliseconds a client has to read the error response before the connection is closed. */
const DRAIN_MS = 500

/**
 * Refuses the rest of a body. Incoming data is discarded, because a reset connection would lose the error response. A client that
 * keeps sending is disconnected.
 */
function tooLarge({ raw }: FastifyRequest, details?: Message[]): AppError {
  raw.unpipe()
  raw.resume()
  setTimeout(() => raw.complete || raw.destroy(), DRAIN_MS).unref()
  return new AppError(TOO_LARGE, details)
}

/** Number of files a form may contain: many for staff, otherwise only where the route allows some. */
function getFiles(request: FastifyRequest): number {
  const { files, needs, open } = request.routeOptions.config
  return files ?? (needs !== undefined || open === 'signed-in' ? 20 : 0)
}

/** Maximum number of boundaries: more than an allowed form has. */
const EDGES = 600

/** Counts the form boundaries in a chunk. */
function edgesIn(chunk: Buffer, edge: string): number {
  let n = 0
  for (let at = chunk.indexOf(edge); at >= 0 && n <= EDGES; at = chunk.indexOf(edge, at + edge.length)) n++
  return n
}

/** The multipart boundary in the Content-Type header. */
const getEdge = ({ headers }: FastifyRequest) => `--${/boundary="?([^";]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? ''}`

/** Stops reading a body as soon as it exceeds the maximum bytes or boundaries, however it is chunked. */
function stopBeyond(request: FastifyRequest, most: number, details?: Message[]): { exceeded: Promise<never>; forget(): void } {
  const { raw } = request
  let refuse: (error: AppError) => void
  const exceeded = new Promise<never>((_resolve, reject) => (refuse = reject))
  // The promise may reject when nobody awaits it any more.
  exceeded.catch(() => undefined)
  const edge = getEdge(request)
  let bytes = 0
  let edges = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    edges += edge.length > 2 ? edgesIn(chunk, edge) : 0
    if (bytes <= most && edges <= EDGES) return
    raw.off('data', count)
    // Blanks the chunk, so that the multipart parser finds no more boundaries: parsing them costs more than anything else in a
    // form.
    if (edges > EDGES) chunk.fill(0)
    refuse(tooLarge(request, edges > EDGES ? undefined : details))
  }
  raw.on('data', count)
  return { exceeded, forget: () => void raw.off('data', count) }
}

async function readParts(request: FastifyRequest, files: number): Promise<void> {
  const uploads = new Map<string, UploadedPart>()
  // Files stay in the body until every value is placed.
  const names = new Map<unknown, string>()
  const values = new Map<string, { path: readonly string[]; list: unknown[] }>()
  const add = (path: readonly string[], value: unknown) => {
    const existing = values.get(path.join('.'))
    if (existing) existing.list.push(value)
    else values.set(path.join('.'), { path, list: [value] })
  }
  let left = textLimit
  for await (const part of request.parts({ limits: { files } })) {
    const path = parsePath(part.fieldname)
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      if (part.file.truncated) throw validationError({ [path.join('.')]: message('core:rule.upload_limit') })
      if (!part.filename) continue
      names.set(bytes, part.filename)
      add(path, bytes)
    } else {
      if (part.valueTruncated) throw validationError({ [path.join('.')]: message('core:error.too_large') })
      // A part may declare itself JSON; then the limits of JSON apply.
      if (!sound(part.value)) throw new AppError(BAD_REQUEST)
      left -= part.fieldname.length + (typeof part.value === 'string' ? Buffer.byteLength(part.value) : 0)
      if (left < 0) throw tooLarge(request)
      add(path, part.value)
    }
  }
  const whole = dense(placeAll(values.values())) as Record<string, unknown>
  takeFiles(whole, '', names, uploads)
  request.body = whole
  request.uploads = uploads
  request.typed = true
}

/** Maximum nesting depth of a body. */
const deepest = 32

/** Whether a value is safe: not too deep, and without names of Object.prototype, which would break conversion to text. */
function sound(value: unknown, left = deepest): boolean {
  if (value === null || typeof value !== 'object') return true
  return left > 0 && Object.entries(value).every(([k, v]) => !(k in Object.prototype) && sound(v, left - 1))
}

/** Every API body is an object; an absent one counts as empty. */
function requireObject(request: FastifyRequest): void {
  // Raw bytes are parsed by their route.
  if (Buffer.isBuffer(request.body)) return
  request.body ??= {}
  if (typeof request.body !== 'object' || Array.isArray(request.body) || !sound(request.body)) throw new AppError(BAD_REQUEST)
}

async function readBodies(app: FastifyInstance): Promise<void> {
  await app.register(import('@fastify/multipart'), {
    limits: { fileSize: uploadLimit + 1, files: 20, fields: 500, fieldSize: textLimit, parts: 520, fieldNameSize: LONGEST_NAME + 1 },
  })
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else parseJson(request, body as string, done)
  })
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) await readForm(request)
    else if (request.method !== 'GET' && request.method !== 'HEAD') requireObject(request)
  })
}

/** Parses JSON and multipart on every write; an empty body is read as `{}`. */
export const parseBodies = fp(readBodies, step('bodies'))

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Number of files a form may contain. Absent: twenty for staff, none for others. */
    files?: number
  }
}
