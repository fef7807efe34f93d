import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Actor, Kernel } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { defineError, invalid, text } from '../http/errors.ts'
import { uploaderOf } from './claims.ts'
import { MOST_PIXELS, plainPicture } from './plain-picture.ts'
import { endingsOf, fileGroups, sniff, uploadLimit } from './sniff.ts'
import { cleanSvg } from './svg.ts'

export const NO_FILE_PERMISSION = defineError('NO_FILE_PERMISSION', 403, 'core:error.file_permission')

/** Widths pictures are offered in. A closed list: each is made once and kept. */
export const pictureWidths = [160, 320, 640, 960, 1_280, 1_920] as const

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
  /** `image` takes pictures only. */
  type: 'image' | 'file'
  /** True for staff: only they may upload drawings (svg). */
  trusted: boolean
  isPrivate?: boolean
  /** Who may have a row claim it, for private files; nobody when absent: whoever stores it then keeps it themselves. */
  by?: Actor
  field?: string
}

/** Whether the bytes of an upload are there. */
export const hasFile = (kernel: Pick<Kernel, 'config'>, path: string): Promise<boolean> => exists(join(filesDir(kernel), path))

/** Paths of public pictures by what they are called, in small letters; of several the newest. */
export async function picturesNamed(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ name: string; path: string }>(sql`select lower(name) as name, path from file
    where lower(name) = any(${names.map((name) => name.toLowerCase())}::text[]) and mime like 'image/%' and not is_private order by id`)
  return new Map(rows.map(({ name, path }) => [name, path]))
}

/** Folder uploaded files lie in. */
export const filesDir = (kernel: Pick<Kernel, 'config'>): string => join(kernel.config.dataDir, 'files')

/**
 * Stores an upload under a random name after looking at its bytes. The only door for files.
 * @throws Failed INVALID naming `field` for too many bytes, a wrong type, a drawing that is not safe, a damaged picture or too many pixels.
 */
export async function storeFile(kernel: Pick<Kernel, 'config'>, db: Db, upload: Upload): Promise<StoredFile> {
  const field = upload.field ?? 'file'
  const type = sniff(upload.bytes)
  if (upload.bytes.length > uploadLimit) throw invalid({ [field]: text('core:rule.upload_limit') })
  const isPicture = upload.type === 'image'
  const types = endingsOf(isPicture ? fileGroups.picture : fileGroups.any).filter(
    (e) => (upload.isPrivate || !/txt|csv/.test(e)) && (upload.trusted || e !== 'svg'),
  )
  if (!type || !types.includes(type.extension))
    throw invalid({
      [field]: isPicture && upload.trusted ? text('core:rule.image') : text('core:rule.file_type', { types: types.join(', ') }),
    })
  let bytes = upload.bytes
  let size: { width: number | null; height: number | null } = { width: null, height: null }
  if (type.extension === 'svg') {
    const clean = await cleanSvg(bytes.toString('utf8'))
    if (clean === undefined) throw invalid({ [field]: text('core:rule.image_drawing') })
    bytes = Buffer.from(clean)
  } else if (type.image) ({ bytes, ...size } = await plainPicture(bytes, field))
  const path = `${upload.type === 'image' && !upload.isPrivate ? 'img' : 'doc'}/${randomBytes(1).toString('hex')}/${randomBytes(12).toString('hex')}.${type.extension}`
  await writeWhole(join(filesDir(kernel), path), bytes)
  const row = await db.one<StoredFile>(sql`insert into file (path, name, mime, size, width, height, sha256, is_private, uploader)
    values (${path}, ${plainName(upload.name)}, ${type.mime}, ${bytes.length}, ${size.width}, ${size.height},
      ${createHash('sha256').update(bytes).digest('hex')}, ${upload.isPrivate ?? false},
      ${upload.isPrivate && upload.by ? uploaderOf(upload.by) : null})
    returning id, path, name, mime, size, width, height`)
  return row as StoredFile
}

/** What a file is called, without what would steer a terminal or turn letters around. */
const plainName = (name: string) => name.replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '').slice(0, 200) || 'file'

/** Writes beside and renames, so that nobody ever reads half a file; other accounts of the machine read none of it. */
async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const part = `${file}.${randomBytes(4).toString('hex')}`
  // On a full disk what was begun would take the room that others need.
  await writeFile(part, bytes, { mode: 0o600 })
    .then(() => rename(part, file))
    .finally(() => rm(part, { force: true }))
}

const sizedFile = (kernel: Pick<Kernel, 'config'>, path: string, width: number, form: 'webp' | 'avif') =>
  join(filesDir(kernel), 'sized', `${path}-${width}.${form}`)

/**
 * A stored picture at one of the offered widths; made on first use and kept beside the original. An avif is smaller, but takes
 * ten times as long to make: whoever `takes` one gets it once it is there, and a webp until then.
 * @throws Failed NOT_FOUND
 */
export async function pictureAt(kernel: Kernel, path: string, width: number, takes: 'webp' | 'avif'): Promise<string> {
  const avif = sizedFile(kernel, path, width, 'avif')
  if (takes === 'avif' && (await exists(avif))) return avif
  const webp = sizedFile(kernel, path, width, 'webp')
  if (!(await exists(webp))) await resize(kernel, path, width, 'webp')
  else if (takes === 'avif')
    making = making.then(() => resize(kernel, path, width, 'avif')).catch((err: unknown) => kernel.log.warn({ err, path }))
  return webp
}

/** Pictures are made one after the other, so that they never take the machine from people. */
let making: Promise<unknown> = Promise.resolve()

async function resize(kernel: Kernel, path: string, width: number, form: 'webp' | 'avif'): Promise<void> {
  const target = sizedFile(kernel, path, width, form)
  if (await exists(target)) return
  const { default: sharp } = await import('sharp')
  const picture = sharp(await readFile(join(filesDir(kernel), path)), { limitInputPixels: MOST_PIXELS }).rotate()
  const sized = picture.resize({ width, withoutEnlargement: true })
  await writeWhole(target, await (form === 'avif' ? sized.avif({ quality: 55, effort: 3 }) : sized.webp({ quality: 78 })).toBuffer())
}

/** Advisory lock of whoever copies all files: until it is let go none is taken off the disk. */
export const FILES_LOCK = 'stoa files'

/** Whether somebody copies all files now, and with them may copy rows that are deleted already. */
export async function filesAreCopied(db: Db): Promise<boolean> {
  const row = await db.one<{ free: boolean }>(sql`select pg_try_advisory_xact_lock_shared(hashtext(${FILES_LOCK})) as free`)
  return row?.free === false
}

/** Takes the bytes of a deleted upload off the disk, with what was made of them. While all are copied they stay until the next sweep. */
export async function dropFile(kernel: Pick<Kernel, 'config'> & { db: Db }, path: string): Promise<void> {
  if (await filesAreCopied(kernel.db)) return
  const sized = pictureWidths.flatMap((width) => [sizedFile(kernel, path, width, 'webp'), sizedFile(kernel, path, width, 'avif')])
  await Promise.all([join(filesDir(kernel), path), ...sized].map((file) => rm(file, { force: true })))
}

export const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    (s) => s.isFile(),
    () => false,
  )

/** The uploads that move to another shop: all public ones, and the private ones at these paths. */
export const uploadsToMove = (db: Db, paths: readonly string[]): Promise<{ path: string; name: string; isPrivate: boolean }[]> =>
  db.rows(
    sql`select path, name, is_private as "isPrivate" from file where not is_private or path = any(${[...paths]}::text[]) order by path`,
  )
