import type { Sharp } from 'sharp'
import { validationError, message } from '../http/errors.ts'

/** Maximum pixels of a picture, and of all frames of an animation that is re-encoded: more would exhaust the server's memory. */
export const MOST_PIXELS = 40_000_000

/** A picture as stored, with its size. */
export interface PlainPicture {
  bytes: Buffer
  width: number | null
  height: number | null
}

/** Megapixels, rounded up, so that a picture just above a whole limit is shown as above it. */
const megapixels = (pixels: number): number => Math.ceil(pixels / 100_000) / 10

const tooManyPixels = (key: string, pixels: number) => message(key, { size: megapixels(pixels), max: megapixels(MOST_PIXELS) })

/**
 * Removes meta data such as the location (EXIF, XMP, IPTC) from a picture; without any it stays unchanged.
 * @throws AppError INVALID at `field` for a picture that is too large or damaged
 */
export async function plainPicture(bytes: Buffer, field: string): Promise<PlainPicture> {
  const { default: sharp } = await import('sharp')
  const open = (o: { animated?: boolean } = {}) => sharp(bytes, { limitInputPixels: MOST_PIXELS, ...o })
  const refuse = (problem: ReturnType<typeof message>) => validationError({ [field]: problem })
  const damaged = refuse(message('core:rule.image_damaged'))
  const orThrow = <T>(read: Promise<T>): Promise<T> =>
    read.catch(() => {
      throw damaged
    })
  // Reads only the header, whatever size the picture claims.
  const { width, height, exif, xmp, iptc, pages = 1 } = await orThrow(sharp(bytes, { limitInputPixels: false }).metadata())
  const pixels = (width ?? 0) * (height ?? 0)
  if (pixels > MOST_PIXELS) throw refuse(tooManyPixels('core:rule.image_pixels', pixels))
  // Decodes the picture once, so that a damaged one is refused.
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
