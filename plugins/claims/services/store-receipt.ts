import { createHash } from 'node:crypto'
import { type Ctx, message, storeFile, validationError } from 'stoa'

/** An uploaded file of a form. */
export interface UploadedReceipt {
  name: string
  bytes: Buffer
}

/** A stored receipt that no expense has claimed yet. */
export interface StoredReceipt {
  id: number
  path: string
  name: string
  /** Hash of the uploaded bytes, before meta data such as the location are removed. */
  sha256: string
}

/** Brands of HEIC and HEIF files, the photos of iPhones. They are not shown by most browsers. */
const HEIC = /^ftyp(heic|heix|hevc|hevx|heim|heis|mif1|msf1)$/

/**
 * Stores an uploaded receipt as a private file without a row. Unclaimed files are deleted within a day. Not within a transaction.
 * @throws AppError INVALID at `receipt`
 */
export async function storeReceipt({ kernel, actor }: Ctx, { name, bytes }: UploadedReceipt): Promise<StoredReceipt> {
  if (HEIC.test(bytes.subarray(4, 12).toString('latin1'))) throw validationError({ receipt: message('claims:error.heic') })
  const stored = await storeFile(kernel, kernel.db, {
    name,
    bytes,
    type: 'file',
    trusted: false,
    isPrivate: true,
    field: 'receipt',
    by: actor,
  })
  if (!/^image\/|^application\/pdf$/.test(stored.mime)) throw validationError({ receipt: message('claims:error.receipt_type') })
  return { id: stored.id, path: stored.path, name: stored.name, sha256: createHash('sha256').update(bytes).digest('hex') }
}
