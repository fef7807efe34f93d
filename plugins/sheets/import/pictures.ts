import { createHash } from 'node:crypto'
import {
  type Ctx,
  AppError,
  hasFile,
  outgoing,
  OutgoingError,
  findPictures,
  sql,
  storeFile,
  message,
  type Message,
  type Tx,
  uploadLimit,
  findAddressProblem,
} from 'stoa'
import { isFilePathField, lockFiles } from 'stoa/engine'
import type { Column } from '../mapping/columns.ts'
import type { Cell } from '../mapping/read-lines.ts'
import { isAddress, picturesIn } from '../source/addresses.ts'
import { joinList } from '../source/cell.ts'
import type { CellChange } from '../api-types.ts'
import type { Draft, RecordDraft } from './records.ts'

/** Number of concurrent downloads: a compromise between speed and load on the other server. */
const atOnce = 4

/** A value that is neither a URL nor the path of an upload is the name of an image in the library. */
const isName = (part: string): boolean => !part.includes('/')

const isPath = (part: string): boolean => !isName(part) && !isAddress(part)

interface Named {
  draft: RecordDraft
  at: Draft
  column: Column
  cell: Cell
  list: string[]
}

/**
 * Images that a file names by URL or by their name in the library. Downloads happen before the transaction, once for each URL: the path is
 * remembered. A dry run downloads nothing; it checks the URL and uses a placeholder path.
 */
export class Pictures {
  readonly #ctx: Ctx
  readonly #rehearsal: boolean
  readonly #paths = new Map<string, string>()
  readonly #whys = new Map<string, Message>()
  /** Number of images that a dry run did not download. */
  unfetched = 0

  constructor(ctx: Ctx, rehearsal: boolean) {
    this.#ctx = ctx
    this.#rehearsal = rehearsal
  }

  /** Number of images in these records to download. */
  async count(drafts: readonly RecordDraft[]): Promise<number> {
    return this.#rehearsal ? 0 : (await this.#unknown(inDrafts(drafts))).length
  }

  /** Replaces image URLs with paths. An image that is not available is left out with a warning. */
  async bring(drafts: readonly RecordDraft[], step: () => void): Promise<void> {
    const all = inDrafts(drafts)
    await this.#find(all)
    const pendingAddresses = await this.#unknown(all)
    const next = async (): Promise<void> => {
      for (let address = pendingAddresses.pop(); address !== undefined; address = pendingAddresses.pop()) {
        await this.#one(address)
        if (!this.#rehearsal) step()
      }
    }
    await Promise.all(Array.from({ length: atOnce }, next))
    for (const { draft, at, column, cell, list } of all) {
      const found = list.filter((part) => {
        const reason = this.#whys.get(part)
        if (reason) draft.warnings.push({ line: cell.line, cell: { ...cell, text: part }, why: reason })
        return !reason
      })
      cell.text = joinList(found.map((part) => this.#paths.get(part) ?? part))
      // Without any image the cell counts as blank and changes nothing.
      if (found.length === 0) at.cells.delete(column)
    }
  }

  /** Looks up names and paths in the library. */
  async #find(all: readonly Named[]): Promise<void> {
    const { actor, kernel } = this.#ctx
    const parts = [...new Set(all.flatMap(({ list }) => list))].filter((part) => !this.#paths.has(part) && !this.#whys.has(part))
    const names = parts.filter(isName)
    const found = names.length > 0 ? await findPictures(kernel.db, names) : new Map<string, string>()
    const there = await lockFiles(kernel.db, actor, parts.filter(isPath))
    for (const part of parts.filter((part) => !isAddress(part))) {
      const path = there.has(part) ? part : found.get(part.toLowerCase())
      if (path) this.#paths.set(part, path)
      else this.#whys.set(part, message('sheets:error.no_target', { text: part }))
    }
  }

  /** The paths in these records that exist, locked until the transaction ends. In a dry run includes the placeholders. */
  async lock(tx: Tx, drafts: readonly RecordDraft[]): Promise<ReadonlySet<string>> {
    const paths = drafts.flatMap((draft) => [...pathsIn(draft)])
    const there = await lockFiles(tx, this.#ctx.actor, paths)
    return this.#rehearsal ? new Set([...there, ...this.#paths.values()]) : there
  }

  /** The URLs that have not been downloaded yet. */
  async #unknown(all: readonly Named[]): Promise<string[]> {
    const addresses = [...new Set(all.flatMap(({ list }) => list.filter(isAddress)))]
    const left = () => addresses.filter((address) => !this.#paths.has(address) && !this.#whys.has(address))
    if (left().length === 0) return []
    const rows = await this.#ctx.kernel.db.rows<{ url: string; path: string }>(
      sql`select url, path from fetched_picture where url = any(${left()}::text[])`,
    )
    for (const { url, path } of rows) if (await hasFile(this.#ctx.kernel, path)) this.#paths.set(url, path)
    return left()
  }

  /** Changes for people: URLs instead of placeholder paths. */
  toReadableChanges(changes: CellChange[]): CellChange[] {
    if (!this.#rehearsal || this.#paths.size === 0) return changes
    const addresses = new Map([...this.#paths].map(([address, path]) => [path, address]))
    const restoreUrls = <T>(text: T) => (typeof text === 'string' ? text.replaceAll(standsIn, (path) => addresses.get(path) ?? path) : text)
    return changes.map((change) => ({
      ...change,
      field: restoreUrls(change.field),
      label: restoreUrls(change.label),
      new: restoreUrls(change.new),
    }))
  }

  async #one(address: string): Promise<void> {
    const { kernel } = this.#ctx
    const url = kernel.config.outgoing === 'any' ? address : address.replace(/^http:/i, 'https:')
    const wrong = findAddressProblem(kernel.config, url)
    if (wrong) this.#whys.set(address, wrong)
    else if (this.#rehearsal) {
      this.#paths.set(address, standIn(address))
      this.unfetched++
    } else {
      const bytes = await bytesAt(this.#ctx, url)
      if (Buffer.isBuffer(bytes)) await this.#keep(address, bytes)
      else this.#whys.set(address, bytes)
    }
  }

  async #keep(address: string, bytes: Buffer): Promise<void> {
    const { kernel } = this.#ctx
    try {
      const { path } = await storeFile(kernel, kernel.db, { bytes, name: getName(address), type: 'image', trusted: false })
      await kernel.db.run(sql`insert into fetched_picture (url, path) values (${address}, ${path})
        on conflict (url) do update set path = excluded.path, updated_at = now()`)
      this.#paths.set(address, path)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const [reason] = Array.isArray(error.messages) ? error.messages : Object.values(error.messages).flat()
      if (!reason) throw error
      this.#whys.set(address, reason)
    }
  }
}

/** Downloads an image, or returns the reason for the failure. The response of the other server is not passed on. */
async function bytesAt({ kernel }: Ctx, url: string): Promise<Buffer | Message> {
  try {
    const answer = await outgoing(kernel.config)(url, { maxBytes: uploadLimit, timeoutMs: 20_000, headers: { accept: 'image/*' } })
    if (!answer.ok) return message('sheets:error.no_picture', { why: `HTTP ${answer.status}` })
    return Buffer.from(await answer.arrayBuffer())
  } catch (error) {
    const { code, name, message: reason } = error as Error & { code?: unknown }
    if (!(error instanceof OutgoingError)) return message('sheets:error.no_picture', { why: typeof code === 'string' ? code : name })
    if (error.code === 'too_long') return message('core:rule.upload_limit')
    if (error.code === 'private') return message('core:rule.address_private')
    return message('sheets:error.no_picture', { why: `HTTP ${/\d{3}/.exec(reason)?.[0] ?? ''}` })
  }
}

/** The cells of a record and its child rows that name images. */
function* named(draft: RecordDraft, at: Draft): Generator<Named> {
  for (const [column, cell] of at.cells) {
    if (!isPicture(column) || cell.clear) continue
    const list = picturesIn(cell.text)
    if (list.length > 0) yield { draft, at, column, cell, list: column.item ? list : list.slice(0, 1) }
  }
  for (const list of at.children.values()) for (const child of list) yield* named(draft, child)
}

const inDrafts = (drafts: readonly RecordDraft[]): Named[] => drafts.flatMap((draft) => [...named(draft, draft)])

/** Upload paths in the cells of a record and its child rows. */
function* pathsIn(at: Draft): Generator<string> {
  for (const [{ field, item }, cell] of at.cells) {
    const fileField = item ?? field
    if (fileField && isFilePathField(fileField)) yield* item ? picturesIn(cell.text) : [cell.text.trim()]
  }
  for (const list of at.children.values()) for (const child of list) yield* pathsIn(child)
}

const isPicture = ({ field, item, reads }: Column): boolean => reads && (item ?? field)?.meta.kind === 'image'

/** A placeholder path that no image has. */
const standIn = (address: string): string => `img/00/${createHash('sha256').update(address).digest('hex').slice(0, 24)}.jpg`

const standsIn = /img\/00\/[0-9a-f]{24}\.jpg/g

const getName = (url: string): string => new URL(url).pathname.split('/').at(-1) || 'picture'
