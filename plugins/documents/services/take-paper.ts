import { type Ctx, invalid, storeFile, systemCtx, text, type Tx } from 'stoa'

/** Bytes somebody sent. */
export interface Sent {
  bytes: Buffer
  name: string
}

/** A stored file as the row beside a document keeps it. */
export interface Paper {
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
export async function takePaper(
  { kernel }: Ctx,
  keeper: string,
  sent: Sent | undefined,
  lay: (tx: Tx, paper: Paper, as: Ctx) => Promise<void>,
): Promise<void> {
  if (!sent) throw invalid({ file: text('core:rule.required') })
  const as = systemCtx(kernel, keeper)
  const stored = await storeFile(kernel, kernel.db, { ...sent, type: 'file', trusted: false, isPrivate: true, by: as.actor })
  const { id: file, name, path, size } = stored
  await kernel.work((tx) => lay(tx, { file, name, path, size }, as))
}
