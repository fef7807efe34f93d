import { createHash, randomBytes } from 'node:crypto'
import type { Actor } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { defineError, validationError, message } from '../http/errors.ts'
import { getUploader } from './claims.ts'
import { sizedPaths } from './picture-sizes.ts'
import { plainPicture } from './plain-picture.ts'
import { getExtensions, fileGroups, detectFileType, uploadLimit } from './file-type.ts'
import { type FileStore, getFileStore, type WithFiles } from './store.ts'
import { cleanSvg } from './svg.ts'

export const NO_FILE_PERMISSION = defineError('NO_FILE_PERMISSION', 403, 'core:error.file_permission')

export interface StoredFile {
  id: number
  path: string
  name: string
  mime: string
  size: number
  width: number | null
  height: number | null
}

export interface Upload {
  bytes: Buffer
  name: string
  /** `image` accepts pictures only. */
  type: 'image' | 'file'
  /** True for staff: only they may upload SVG. */
  trusted: boolean
  isPrivate?: boolean
  /** The uploader of a private file, whose rows may claim it. Absent: no row may, the caller keeps the file itself. */
  by?: Actor
  field?: string
}

/** Paths of public pictures by file name in lower case; of several the newest. */
export async function findPictures(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ name: string; path: string }>(sql`select lower(name) as name, path from file
    where lower(name) = any(${names.map((name) => name.toLowerCase())}::text[]) and mime like 'image/%' and not is_private order by id`)
  return new Map(rows.map(({ name, path }) => [name, path]))
}

/**
 * Detects the type of an upload, checks it and stores it under a random name. All uploads go through it.
 * @throws AppError INVALID naming `field` for too many bytes, a wrong type, an unsafe SVG, a damaged picture or too many pixels.
 */
export async function storeFile(kernel: WithFiles, db: Db, upload: Upload): Promise<StoredFile> {
  const field = upload.field ?? 'file'
  const type = detectFileType(upload.bytes)
  if (upload.bytes.length > uploadLimit) throw validationError({ [field]: message('core:rule.upload_limit') })
  const isPicture = upload.type === 'image'
  const types = getExtensions(isPicture ? fileGroups.picture : fileGroups.any).filter(
    (e) => (upload.isPrivate || !/txt|csv/.test(e)) && (upload.trusted || e !== 'svg'),
  )
  if (!type || !types.includes(type.extension))
    throw validationError({
      [field]: isPicture && upload.trusted ? message('core:rule.image') : message('core:rule.file_type', { types: types.join(', ') }),
    })
  let bytes = upload.bytes
  let size: { width: number | null; height: number | null } = { width: null, height: null }
  if (type.extension === 'svg') {
    const clean = await cleanSvg(bytes.toString('utf8'))
    if (clean === undefined) throw validationError({ [field]: message('core:rule.image_drawing') })
    bytes = Buffer.from(clean)
  } else if (type.image) ({ bytes, ...size } = await plainPicture(bytes, field))
  const path = `${upload.type === 'image' && !upload.isPrivate ? 'img' : 'doc'}/${randomBytes(1).toString('hex')}/${randomBytes(12).toString('hex')}.${type.extension}`
  await getFileStore(kernel).put(path, bytes)
  const row = await db.one<StoredFile>(sql`insert into file (path, name, mime, size, width, height, sha256, is_private, uploader)
    values (${path}, ${plainName(upload.name)}, ${type.mime}, ${bytes.length}, ${size.width}, ${size.height},
      ${createHash('sha256').update(bytes).digest('hex')}, ${upload.isPrivate ?? false},
      ${upload.isPrivate && upload.by ? getUploader(upload.by) : null})
    returning id, path, name, mime, size, width, height`)
  return row as StoredFile
}

/** A file name without control and bidirectional characters. */
const plainName = (name: string) => name.replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '').slice(0, 200) || 'file'

/** Advisory lock held while all files are copied (backup): no file is deleted meanwhile. */
export const FILES_LOCK = 'stoa files'

/** Whether all files are being copied now. The copy may still contain rows that are deleted meanwhile. */
export async function filesAreCopied(db: Db): Promise<boolean> {
  const row = await db.one<{ free: boolean }>(sql`select pg_try_advisory_xact_lock_shared(hashtext(${FILES_LOCK})) as free`)
  return row?.free === false
}

/** Deletes the bytes of a deleted upload and its resized pictures. During a copy of all files they stay until the next cleanup. */
export const dropFile = (kernel: WithFiles & { db: Db }, path: string): Promise<void> => removeFile(getFileStore(kernel), kernel.db, path)

/** Same as `dropFile`, for code without a kernel. */
export async function removeFile(store: FileStore, db: Db, path: string): Promise<void> {
  if (!(await filesAreCopied(db))) await store.remove([path, ...sizedPaths(path)])
}

/** The uploads that move to another shop: all public ones, and the private ones at these paths. */
export const uploadsToMove = (db: Db, paths: readonly string[]): Promise<{ path: string; name: string; isPrivate: boolean }[]> =>
  db.rows(
    sql`select path, name, is_private as "isPrivate" from file where not is_private or path = any(${[...paths]}::text[]) order by path`,
  )
