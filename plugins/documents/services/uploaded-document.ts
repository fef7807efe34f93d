import { type Ctx, validationError, storeFile, systemCtx, message, type Tx } from 'stoa'

/** An uploaded file. */
export interface UploadedPart {
  bytes: Buffer
  name: string
}

/** A stored file, with the fields of the row that references it. */
export interface UploadedDocument {
  file: number
  name: string
  path: string
  /** Size in bytes. */
  size: number
}

/**
 * Stores a private file and attaches it to a document in one transaction; `lay` writes the reference. If `lay` rejects it, the upload is
 * deleted within a day.
 * @param owner owner of the pending upload
 * @throws AppError INVALID at `file`, and the errors of `lay`
 */
export async function storeUploadedDocument(
  { kernel }: Ctx,
  owner: string,
  sent: UploadedPart | undefined,
  lay: (tx: Tx, document: UploadedDocument, as: Ctx) => Promise<void>,
): Promise<void> {
  if (!sent) throw validationError({ file: message('core:rule.required') })
  const as = systemCtx(kernel, owner)
  const stored = await storeFile(kernel, kernel.db, { ...sent, type: 'file', trusted: false, isPrivate: true, by: as.actor })
  const { id: file, name, path, size } = stored
  await kernel.transaction((tx) => lay(tx, { file, name, path, size }, as))
}
