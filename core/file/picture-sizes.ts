import type { Readable } from 'node:stream'
import type { Kernel } from '../context.ts'
import { AppError, NOT_FOUND } from '../http/errors.ts'
import { MOST_PIXELS } from './plain-picture.ts'
import { getFileStore, readStoredFile } from './store.ts'

/** The offered widths of pictures. A closed list: each size is generated once and stored. */
export const pictureWidths = [160, 320, 640, 960, 1_280, 1_920] as const

const sizedPath = (path: string, width: number, form: 'webp' | 'avif') => `sized/${path}-${width}.${form}`

/** Paths of all sizes that may be generated of a picture. */
export const sizedPaths = (path: string): string[] =>
  pictureWidths.flatMap((width) => [sizedPath(path, width, 'webp'), sizedPath(path, width, 'avif')])

/**
 * A stored picture at one of the offered widths, generated on first use and stored beside the original. AVIF is smaller but takes
 * ten times as long to generate: a client that accepts it gets WebP until the AVIF exists.
 * @throws AppError NOT_FOUND
 */
export async function pictureAt(
  kernel: Kernel,
  path: string,
  width: number,
  takes: 'webp' | 'avif',
): Promise<{ path: string; bytes: Readable }> {
  const store = getFileStore(kernel)
  const [avif, webp] = [sizedPath(path, width, 'avif'), sizedPath(path, width, 'webp')]
  const best = takes === 'avif' ? await store.read(avif) : undefined
  if (best) return { path: avif, bytes: best }
  let bytes = await store.read(webp)
  if (!bytes) {
    await resize(kernel, path, width, 'webp')
    bytes = await store.read(webp)
  } else if (takes === 'avif')
    making = making.then(() => resize(kernel, path, width, 'avif')).catch((err: unknown) => kernel.log.warn({ err, path }))
  if (!bytes) throw new AppError(NOT_FOUND)
  return { path: webp, bytes }
}

/** Pictures are generated one after the other, so that they leave CPU time for requests. */
let making: Promise<unknown> = Promise.resolve()

async function resize(kernel: Kernel, path: string, width: number, form: 'webp' | 'avif'): Promise<void> {
  const store = getFileStore(kernel)
  const target = sizedPath(path, width, form)
  if (await store.has(target)) return
  const original = await readStoredFile(store, path)
  if (!original) throw new AppError(NOT_FOUND)
  const { default: sharp } = await import('sharp')
  const picture = sharp(original, { limitInputPixels: MOST_PIXELS }).rotate()
  const sized = picture.resize({ width, withoutEnlargement: true })
  await store.put(target, await (form === 'avif' ? sized.avif({ quality: 55, effort: 3 }) : sized.webp({ quality: 78 })).toBuffer())
}
