/** Longest side of an uploaded receipt in pixels: text on it is readable, and it is sent quickly on a slow line. */
const MOST_SIDE = 2_000
/** Files up to this size are sent as they are, when they need no resizing. */
const SMALL_BYTES = 900_000
/** The server accepts 2 MB. */
const MOST_BYTES = 1_900_000
const QUALITIES = [0.82, 0.7, 0.55, 0.4]

/** Why a file cannot be a receipt: the key of its message. */
export class ReceiptError extends Error {
  readonly problem: 'heic' | 'unreadable' | 'too_large'
  constructor(problem: ReceiptError['problem']) {
    super(problem)
    this.problem = problem
  }
}

const isHeic = ({ name, type }: File): boolean => /hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name)

/** The size of a picture whose longest side is limited. */
export function fitSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, MOST_SIDE / Math.max(width, height, 1))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

async function readBitmap(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file)
  } catch {
    // Browsers that cannot decode HEIC fail here; Safari converts it.
    throw new ReceiptError(isHeic(file) ? 'heic' : 'unreadable')
  }
}

const toBlob = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

/**
 * A receipt that is small enough to upload: a picture becomes a JPEG of at most 2000 pixels, a PDF stays as it is.
 * @throws ReceiptError
 */
export async function resizeReceipt(file: File): Promise<File> {
  if (file.type === 'application/pdf') {
    if (file.size > MOST_BYTES) throw new ReceiptError('too_large')
    return file
  }
  const bitmap = await readBitmap(file)
  const { width, height } = fitSize(bitmap.width, bitmap.height)
  if (width === bitmap.width && file.size <= SMALL_BYTES && !isHeic(file)) return file
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) throw new ReceiptError('unreadable')
  // JPEG has no transparency.
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, width, height)
  pen.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  for (const quality of QUALITIES) {
    const blob = await toBlob(canvas, quality)
    if (blob && blob.size <= MOST_BYTES)
      return new File([blob], `${file.name.replace(/\.\w+$/, '') || 'receipt'}.jpg`, { type: 'image/jpeg' })
  }
  throw new ReceiptError('too_large')
}
