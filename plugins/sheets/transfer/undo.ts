import { type Ctx, type Db, AppError, type Kernel, locales, NOT_FOUND, type Row, sql, translateMessages, type Tx } from 'stoa'
import { toAppError, INTERNAL, type Resource } from 'stoa/engine'
import type { Locale } from 'stoa/api-types'
import type { RunStep } from 'stoa/plugins/runs'
import { TOUCHED } from '../errors.ts'
import type { Undone } from '../api-types.ts'
import { getFields } from './ledger.ts'

interface Noted {
  id: number
  resource: string
  row_id: number
  before: Record<string, unknown> | null
  after: Record<string, unknown>
}

/**
 * Undoes an import, last row first: deletes rows it created and restores the previous values of rows it changed. A row that was changed
 * since is skipped and reported. Each row has its own transaction, which also marks its undo entry, so that a second run continues where
 * the first stopped.
 */
export const takeBack = (ctx: Ctx, { id, tell }: Pick<RunStep<unknown, unknown>, 'id' | 'tell'>): Promise<Undone> =>
  undoRows(ctx, { db: ctx.kernel.db, id, tell, attempt: (noted) => ctx.kernel.transaction((tx) => undoRow(tx, ctx, noted)) })

/** Thrown to roll back a dry run. */
class Rehearsed extends Error {
  readonly answer: Undone
  constructor(answer: Undone) {
    super('rehearsed')
    this.answer = answer
  }
}

/** Dry run of an undo. Changes nothing. */
export async function rehearseUndo(ctx: Ctx, id: number): Promise<Undone> {
  try {
    return await ctx.kernel.transaction(async (tx): Promise<Undone> => {
      const attempt = (noted: Noted) => tx.savepoint(() => undoRow(tx, ctx, noted))
      throw new Rehearsed(await undoRows(ctx, { db: tx, id, tell: () => undefined, attempt }))
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.answer
    throw error
  }
}

async function undoRow(tx: Tx, ctx: Ctx, noted: Noted): Promise<void> {
  await restore(tx, ctx, noted)
  await tx.run(sql`update transfer_row set undone = true where id = ${noted.id}`)
}

interface UndoOptions {
  db: Db
  id: number
  tell(done: number, total: number): void
  /** Undoes one row atomically. */
  attempt(noted: Noted): Promise<void>
}

async function undoRows(ctx: Ctx, { db, id, tell, attempt }: UndoOptions): Promise<Undone> {
  const count = async (undone: boolean) =>
    (await db.one<{ n: number }>(sql`select count(*) as n from transfer_row where run_id = ${id} and undone = ${undone}`))?.n ?? 0
  const total = await count(false)
  const restoredRows: Undone['kept'] = []
  for (let last: number | null = null, done = 0; ; done++) {
    const noted: Noted | undefined = await db.one<Noted>(sql`select id, resource, row_id, before, after from transfer_row
      where run_id = ${id} and not undone and (${last}::bigint is null or id < ${last}) order by id desc limit 1`)
    if (!noted) return { undone: await count(true), kept: restoredRows }
    last = noted.id
    try {
      await attempt(noted)
    } catch (error) {
      restoredRows.push({
        resource: noted.resource,
        id: noted.row_id,
        reason: getReason(ctx.kernel, ctx.interfaceLanguage ?? ctx.language, error),
      })
    }
    tell(done + 1, total)
  }
}

function getReason(kernel: Kernel, speak: Locale, error: unknown): string {
  const failed = toAppError(error)
  if (failed.kind === INTERNAL) throw error
  const texts = Array.isArray(failed.messages) ? failed.messages : Object.values(failed.messages).flat()
  return (translateMessages(kernel, speak, texts) as string[]).join(' ')
}

async function restore(tx: Tx, ctx: Ctx, noted: Noted): Promise<void> {
  const { resources, registry } = ctx.kernel
  const r = registry.resource(noted.resource)
  const now = await resources.lockIn(tx, ctx, r.name, noted.row_id).catch((error: unknown) => {
    // The row that the import created is already deleted.
    if (noted.before === null && error instanceof AppError && error.kind === NOT_FOUND) return undefined
    throw error
  })
  if (!now) return
  if (!same(getFields(r, now, Object.keys(noted.after)), noted.after)) throw new AppError(TOUCHED)
  if (noted.before === null) return resources.removeIn(tx, ctx, r.name, noted.row_id)
  await removeMadeChildren(tx, ctx, r, noted)
  // In import mode, because a form would fill in values that were blank before, such as a barcode.
  await resources.updateIn(tx, ctx, r.name, noted.row_id, getInput(ctx, r, noted.before), { language: ctx.mainLanguage, source: 'import' })
}

/** Deletes the child rows that the import added and nothing references. The following write hides the others. */
async function removeMadeChildren(tx: Tx, ctx: Ctx, r: Resource, { before, after }: Noted): Promise<void> {
  for (const f of r.fields) {
    if (f.meta.kind !== 'rows' || !(f.name in after)) continue
    const there = new Set(((before?.[f.name] ?? []) as Row[]).map((row) => row.id))
    for (const child of after[f.name] as Row[]) {
      if (there.has(child.id)) continue
      await tx
        .savepoint(() => ctx.kernel.resources.removeIn(tx, ctx, f.meta.to ?? '', child.id))
        .catch((error: unknown) => {
          if (toAppError(error).kind === INTERNAL) throw error
        })
    }
  }
}

/** Previous values as the input of a write. Every language is included, so that languages the import added are removed. */
function getInput(ctx: Ctx, r: Resource, before: Record<string, unknown>): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const f of r.fields) {
    if (!(f.name in before) || f.meta.readOnly) continue
    const value = before[f.name]
    if (f.meta.kind === 'rows') {
      const child = ctx.kernel.registry.resource(f.meta.to ?? '')
      input[f.name] = ((value ?? []) as Row[]).map((row) => ({ ...getInput(ctx, child, row), id: row.id }))
    } else if (f.meta.localized) {
      const map = (value ?? {}) as Record<string, unknown>
      input[f.name] = Object.fromEntries(locales.map((l) => [l, map[l] ?? '']))
    } else input[f.name] = value
  }
  return input
}

/** Timestamps of child rows are ignored, because a write to their parent may change them. */
const same = (a: unknown, b: unknown): boolean => JSON.stringify(bare(a)) === JSON.stringify(bare(b))

function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'updated_at' && key !== 'version')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, v]) => [key, bare(v)]),
  )
}
