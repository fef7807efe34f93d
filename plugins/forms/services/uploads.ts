import {
  type Ctx,
  dropFiles,
  AppError,
  validationError,
  NOT_FOUND,
  rateLimit,
  sign,
  getNetwork,
  storeFile,
  systemCtx,
  message,
  type Tx,
  verify,
} from 'stoa'
import type { FastifyRequest } from 'fastify'
import type { Answers } from '../domain/answers.ts'
import { getFields, type Shape } from '../domain/shape.ts'
import { formFile } from '../resources/form-file.ts'
import type { UploadedFormFile } from '../api-types.ts'
import { loadPublishedForm, requireWelcome } from './read.ts'

/** Owner of pending uploads; those not claimed within a day are deleted. */
const UPLOAD_OWNER = 'forms'
const PURPOSE = 'form-file'

/** An upload as its token describes it, for one field of one form. */
export interface ClaimedUpload {
  id: number
  path: string
  name: string
}

const bound = (form: number, key: string, encoded: string) => `${form} ${key} ${encoded}`

/**
 * Uploads a file for a field before the form is submitted. Nobody can read it before then.
 * @throws AppError INVALID at `file`, NOT_FOUND, TOO_MANY
 */
export async function bringFile(ctx: Ctx, url: string, key: string, request: FastifyRequest): Promise<UploadedFormFile> {
  const { kernel } = ctx
  const form = await loadPublishedForm(ctx, { url })
  requireWelcome(ctx, form)
  const field = getFields(form.shape).find((candidate) => candidate.key === key && candidate.type === 'file')
  if (!field) throw new AppError(NOT_FOUND)
  const sent = request.uploads?.get('file')
  if (!sent) throw validationError({ file: message('core:rule.required') })
  const { max_bytes: most, extensions } = field.additional_options
  if (most !== undefined && sent.bytes.length > most)
    throw validationError({ file: message('core:rule.file_size', { size: Math.floor(most / 1_024) }) })
  const { id, path, name, size } = await claimUploads(ctx, sent)
  // The file type is detected by content; the stored path has its extension.
  if (extensions && !extensions.includes(path.split('.').at(-1) ?? '')) {
    await kernel.transaction((tx) => dropFiles(tx, [id]))
    throw validationError({ file: message('core:rule.file_type', { types: extensions.join(', ') }) })
  }
  const encoded = Buffer.from(JSON.stringify({ id, path, name } satisfies ClaimedUpload)).toString('base64url')
  return { token: `${encoded}.${sign(kernel.config, PURPOSE, bound(form.id, key, encoded))}`, name, size }
}

/** Rate limit of uploads. */
export const limitUploads = ({ kernel, request }: { kernel: Ctx['kernel']; request: FastifyRequest }): Promise<void> =>
  rateLimit(kernel.db, `form upload ${getNetwork(request.ip)}`, { max: 30, seconds: 600, message: 'core:error.too_frequent' })

/** Stores a private file for a later submission. @throws AppError INVALID at `file` */
export const claimUploads = ({ kernel }: Ctx, sent: { bytes: Buffer; name: string }) =>
  storeFile(kernel, kernel.db, { ...sent, type: 'file', trusted: false, isPrivate: true, by: systemCtx(kernel, UPLOAD_OWNER).actor })

/** Uploaded files by field, with file names as answers. @throws AppError INVALID by field */
export function getFiles(
  { kernel }: Ctx,
  form: number,
  shape: Shape,
  answers: Answers,
): { files: Map<string, ClaimedUpload[]>; names: Answers } {
  const files = new Map<string, ClaimedUpload[]>()
  const names: Answers = {}
  for (const { key, type } of getFields(shape)) {
    const tokens = answers[key]
    if (type !== 'file' || !Array.isArray(tokens)) continue
    const list = tokens.map((token) => {
      const [, encoded = '', signature = ''] = /^([\w-]{10,2000})\.([\w-]{20,100})$/.exec(token) ?? []
      if (!verify(kernel.config, PURPOSE, bound(form, key, encoded), signature)) throw createFileMissingError(key)
      return JSON.parse(Buffer.from(encoded, 'base64url').toString()) as ClaimedUpload
    })
    files.set(key, list)
    names[key] = list.map(({ name }) => name)
  }
  return { files, names }
}

const createFileMissingError = (key: string) => validationError({ [key]: message('forms:error.file_gone') })

/** Attaches uploads to a submission; each can be claimed once. @throws AppError INVALID by field */
export async function claim(
  tx: Tx,
  { kernel }: Ctx,
  submission: number,
  files: ReadonlyMap<string, readonly ClaimedUpload[]>,
): Promise<void> {
  const ctx = systemCtx(kernel, UPLOAD_OWNER)
  for (const [key, list] of files)
    for (const { id, path, name } of list)
      await kernel.resources
        .createIn(tx, ctx, formFile, { submission_id: submission, field_key: key, file: id, path, name })
        .catch((error: unknown) => {
          throw error instanceof AppError ? createFileMissingError(key) : error
        })
}
