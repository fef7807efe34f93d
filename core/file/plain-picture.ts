import type { Sharp } from 'sharp'
import { validationError, message } from '../http/errors.ts'

/** Most pixels of a picture, and of all frames of an animation that is written anew: more would take the memory of the server. */
export const MOST_PIXELS = 40_000_000

/** A picture as it is stored, with its size. */
export interface PlainPicture {
  bytes: Buffer
  width: number | null
  height: number | null
}

/** Pixels in millions, so that what is above a whole limit reads so. */
const megapixels = (pixels: number): number => Math.ceil(pixels / 100_000) / 10

const tooManyPixels = (key: string, pixels: number) => message(key, { size: megapixels(pixels), max: megapixels(MOST_PIXELS) })

/**
 * A picture without what its camera wrote into it, such as where it was taken; one that says nothing stays as it is.
 * @throws Failed INVALID at `field` for a picture that is too large or damaged
 */
export async function plainPicture(bytes: Buffer, field: string): Promise<PlainPicture> {
  const { default: sharp } = await import('sharp')
  const open = (o: { animated?: boolean } = {}) => sharp(bytes, { limitInputPixels: MOST_PIXELS, ...o })
  const refuse = (why: ReturnType<typeof message>) => validationError({ [field]: why })
  const damaged = refuse(message('core:rule.image_damaged'))
  const orThrow = <T>(read: Promise<T>): Promise<T> =>
    read.catch(() => {
      throw damaged
    })
  // Only the head is read, however large the picture says it is.
  const { width, height, exif, xmp, iptc, pages = 1 } = await orThrow(sharp(bytes, { limitInputPixels: false }).metadata())
  const pixels = (width ?? 0) * (height ?? 0)
  if (pixels > MOST_PIXELS) throw refuse(tooManyPixels('core:rule.image_pixels', pixels))
  // What cannot be read to its end could be shown at no width.
  await orThrow(open().resize(16).raw().toBuffer())
  if (!exif && !xmp && !iptc) return { bytes, width: width ?? null, height: height ?? null }
  if (pixels * pages > MOST_PIXELS) throw refuse(tooManyPixels('core:rule.image_frames', pixels * pages))
  return orThrow(withoutNotes(open({ animated: pages > 1 })))
}

async function withoutNotes(picture: Sharp): Promise<PlainPicture> {
  const fine = { quality: 92, force: false }
  const plain = picture.rotate().keepIccProfile().jpeg(fine).webp(fine)
  const { data, info } = await plain.toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height }
}
