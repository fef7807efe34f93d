import { type Ctx, validationError, storeFile, systemCtx, message, type Tx } from 'stoa'

/** Bytes somebody sent. */
export interface UploadedPart {
  bytes: Buffer
  name: string
}

/** A stored file as the row beside a document keeps it. */
export interface UploadedDocument {
  file: number
  name: string
  path: string
  /** Bytes. */
  size: number
}

/**
 * Stores a private file and lays it beside a document, in one transaction that `lay` writes. What it refuses, nobody claims: it is swept away
 * within a day with all others that wait.
 * @param keeper under whose name it waits; `lay` writes as that
 * @throws Failed INVALID at `file`, and what `lay` throws
 */
export async function storeUploadedDocument(
  { kernel }: Ctx,
  keeper: string,
  sent: UploadedPart | undefined,
  lay: (tx: Tx, paper: UploadedDocument, as: Ctx) => Promise<void>,
): Promise<void> {
  if (!sent) throw validationError({ file: message('core:rule.required') })
  const as = systemCtx(kernel, keeper)
  const stored = await storeFile(kernel, kernel.db, { ...sent, type: 'file', trusted: false, isPrivate: true, by: as.actor })
  const { id: file, name, path, size } = stored
  await kernel.transaction((tx) => lay(tx, { file, name, path, size }, as))
}
