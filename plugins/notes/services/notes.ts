import {
  hasPermission,
  type Ctx,
  type Db,
  AppError,
  FORBIDDEN,
  id as name,
  idempotent,
  validationError,
  type Kernel,
  NOT_FOUND,
  recordAudit,
  sql,
  systemCtx,
  message,
  token,
  type Tx,
  UNAUTHENTICATED,
} from 'stoa'
import { selection, toApiRow, scopeSql } from 'stoa/engine'
import { cleanBody } from '../domain/body.ts'
import { note } from '../resources/note.ts'
import type { Note, NoteFile, NotePage } from '../api-types.ts'
import { requireReaders } from './colleagues.ts'
import { NOTICES } from './notices.ts'
import { NOTE_SUBJECTS, requireSubject, type Subject } from './subjects.ts'

/** Permission to write comments on readable rows. */
export const writeNotes = 'create note'
/** Permission to delete comments of others. */
export const removeNotes = 'destroy note'
/** Notification type: mentioned in a comment. */
export const MENTIONED = 'mentioned'

const SIZE = 20

/** Input of a new or changed comment. */
export interface Written {
  body: string
  /** Account ids. */
  mentions: readonly number[]
  /** Upload ids. */
  files: readonly number[]
}

type Row = Omit<typeof note.Row, 'files'> & { version: number; mentions_names: string[]; files: { id: number; file: NoteFile | null }[] }

/** The author. @throws AppError UNAUTHENTICATED for an actor who is not staff */
function writer({ actor }: Ctx) {
  if (actor.kind !== 'admin') throw new AppError(UNAUTHENTICATED)
  return actor
}

const getKey = (id: number) => `note ${id}`

/** A comment as the kernel returns it; its files have the fields a reader may see. */
const asRow = (row: unknown) => row as Row

function getWire(ctx: Ctx, row: Row): Note {
  const isOwn = ctx.actor.kind === 'admin' && row.author_id === ctx.actor.id
  const removed = row.removed_at === null ? null : { at: row.removed_at, by: row.removed_by ?? '' }
  return {
    id: row.id,
    version: row.version,
    at: row.created_at,
    edited_at: row.edited_at,
    author: row.signed,
    own: isOwn,
    body: row.body,
    mentions: row.mentions.map((id, i) => ({ id, name: row.mentions_names[i] ?? '' })),
    files: row.files.flatMap(({ file }) => file ?? []),
    removed,
    may_change: isOwn && !removed && hasPermission(ctx.actor, writeNotes),
    may_remove: !removed && (isOwn || hasPermission(ctx.actor, removeNotes)),
  }
}

/** Comments on a row, newest first. @throws AppError NOT_FOUND when the actor may not read the row */
export async function readNotes(ctx: Ctx, about: Subject, after: number | null): Promise<NotePage> {
  const { db, registry } = ctx.kernel
  await requireSubject(db, ctx, about)
  const r = registry.resource(note.name)
  const rows = await db.rows<Record<string, unknown>>(sql`
    select ${selection(registry, r, 't', { ctx, language: ctx.language })} from (
      select * from note t where t.subject = ${about.subject} and t.subject_id = ${about.subject_id} and ${scopeSql(ctx, r)}
        ${after === null ? sql`` : sql`and t.id < ${after}`} order by t.id desc limit ${SIZE + 1}) t
    order by t.id desc`)
  const page = rows.slice(0, SIZE).map((raw) => getWire(ctx, asRow(toApiRow(registry, r, raw))))
  return { data: page, next: rows.length > SIZE ? (page.at(-1)?.id ?? null) : null, may_write: hasPermission(ctx.actor, writeNotes) }
}

/** One comment. @throws AppError NOT_FOUND */
const findNote = async (ctx: Ctx, id: number): Promise<Note> => getWire(ctx, asRow(await ctx.kernel.resources.get(ctx, note, id)))

/** @throws AppError INVALID for a comment with neither text nor files */
function cleaned({ body, files }: Written): string {
  const words = cleanBody(body)
  if (words === '' && files.length === 0) throw validationError({ body: message('core:rule.required') })
  return words
}

/**
 * Creates a comment; `key` is an idempotency key.
 * @throws AppError NOT_FOUND, INVALID by field: mentions of colleagues who may not read the row, files of other accounts
 */
export async function createNote(ctx: Ctx, about: Subject, written: Written, key: string | undefined): Promise<Note> {
  const { kernel } = ctx
  const me = writer(ctx)
  const body = cleaned(written)
  await requireSubject(kernel.db, ctx, about)
  await requireReaders(ctx, about, written.mentions)
  const { id } = await kernel.transaction((tx) =>
    idempotent(tx, `note ${me.id}`, key, { ...about, ...written }, async () => {
      // Locks the row, so that it is not deleted before the comment is stored.
      await requireSubject(tx, ctx, about, true)
      const made = await storeNote(tx, ctx, about, me, { ...written, body })
      await tell(tx, ctx, about, made, written.mentions)
      const comment = { noteId: made, subject: about.subject, subjectId: about.subject_id, by: me.id, mentions: [...written.mentions] }
      tx.emit('note.created', comment, { type: about.subject, id: about.subject_id })
      return { id: made }
    }),
  )
  return findNote(ctx, id)
}

async function storeNote(tx: Tx, ctx: Ctx, about: Subject, author: { id: number | null; name: string }, written: Written): Promise<number> {
  const { body, mentions, files } = written
  const values = {
    ...about,
    author_id: author.id,
    signed: author.name,
    body,
    mentions: [...mentions],
    files: files.map((file) => ({ file })),
  }
  const { id } = await ctx.kernel.resources.createIn(tx, ctx, note, values)
  await recordAudit(tx, ctx, { resource: note.name, rowId: id, verb: 'create', changes: [] })
  return id
}

const tell = (tx: Tx, ctx: Ctx, about: Subject, id: number, to: readonly number[]): Promise<void> =>
  ctx.kernel.get(NOTICES).notify(tx, { kind: MENTIONED, to, about, actor: ctx.actor, key: getKey(id) })

/** Locks a comment. @throws AppError NOT_FOUND, also for a deleted one */
async function lockNote(tx: Tx, ctx: Ctx, id: number): Promise<Row> {
  const row = asRow(await ctx.kernel.resources.lockIn(tx, ctx, note, id))
  if (row.removed_at !== null) throw new AppError(NOT_FOUND)
  return row
}

/** Changes a comment of the actor. New mentions are notified. @throws AppError NOT_FOUND, FORBIDDEN, STALE, INVALID by field */
export async function changeNote(ctx: Ctx, id: number, written: Written & { version: number | null }): Promise<Note> {
  const { kernel } = ctx
  const me = writer(ctx)
  const body = cleaned(written)
  const old = asRow(await kernel.resources.get(ctx, note, id))
  const about = { subject: old.subject, subject_id: old.subject_id }
  // Only new mentions are checked, because earlier ones may have lost the permission since.
  await requireReaders(
    ctx,
    about,
    written.mentions.filter((mention) => !old.mentions.includes(mention)),
  )
  await kernel.transaction(async (tx) => {
    const row = await lockNote(tx, ctx, id)
    if (row.author_id !== me.id) throw new AppError(FORBIDDEN, [message('notes:error.not_yours')])
    const lineIdsByFile = new Map(row.files.map((file) => [file.file?.id, file.id]))
    const files = written.files.map((file) => {
      const line = lineIdsByFile.get(file)
      return line === undefined ? { file } : { id: line, file }
    })
    const expectedVersion = written.version === null ? {} : { version: written.version }
    const { changes } = await kernel.resources.updateIn(tx, ctx, note, id, {
      body,
      mentions: [...written.mentions],
      files,
      ...expectedVersion,
    })
    if (changes.length === 0) return
    await tx.run(sql`update note set edited_at = now() where id = ${id}`)
    await recordAudit(tx, ctx, { resource: note.name, rowId: id, verb: 'update', changes: [] })
    await tell(
      tx,
      ctx,
      about,
      id,
      written.mentions.filter((mention) => !row.mentions.includes(mention)),
    )
  })
  return findNote(ctx, id)
}

/**
 * Deletes text and files of a comment and keeps who deleted it. Own comments, or with a permission those of others.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function removeNote(ctx: Ctx, id: number): Promise<void> {
  const { kernel } = ctx
  const me = writer(ctx)
  await kernel.transaction(async (tx) => {
    const row = await lockNote(tx, ctx, id)
    if (row.author_id !== me.id && !hasPermission(ctx.actor, removeNotes)) throw new AppError(FORBIDDEN, [message('notes:error.not_yours')])
    const deletedFields = { body: '', mentions: [], files: [], removed_at: new Date().toISOString(), removed_by: me.name }
    await kernel.resources.updateIn(tx, ctx, note, id, deletedFields)
    await kernel.get(NOTICES).withdraw(tx, MENTIONED, getKey(id))
    await recordAudit(tx, ctx, { resource: note.name, rowId: id, verb: 'destroy', changes: [] })
  })
}

/** Service for plugins whose rows have comments. */
export interface Notes {
  /** Creates a comment by the actor, or by the system, on a row that the caller has checked and locked. Returns its id. */
  create(tx: Tx, ctx: Ctx, about: Subject, body: string): Promise<number>
  /** Deletes all comments on some rows without a trace, for erasure. */
  deleteAll(tx: Tx, subject: string, ids: readonly number[]): Promise<void>
  /**
   * Moves the comments and notifications of a row to another row of the same resource, after a merge. With `only` just these comments, as
   * far as they still exist. Returns the moved comments.
   */
  move(tx: Tx, subject: string, ends: { from: number; to: number }, only?: readonly number[]): Promise<number[]>
  /** All comments on some rows without access check, for the export of personal data. */
  about(db: Db, subject: string, ids: readonly number[]): Promise<NoteAbout[]>
}

/** A comment in an export of personal data. */
export interface NoteAbout {
  subject: string
  subject_id: number
  at: string
  author: string
  body: string
  /** Names of the attached files. */
  files: string[]
}

export const NOTES = token<Notes>('notes/notes')

export const notes = (kernel: Kernel): Notes => ({
  async create(tx, ctx, about, body) {
    const author = ctx.actor.kind === 'admin' ? ctx.actor : { id: null, name: '' }
    return storeNote(tx, ctx, about, author, { body: cleaned({ body, mentions: [], files: [] }), mentions: [], files: [] })
  },
  async deleteAll(tx, subject, ids) {
    const ctx = systemCtx(kernel, 'notes')
    const rows = await tx.rows<{ id: number }>(
      sql`select id from note where subject = ${subject} and subject_id = any(${[...ids]}::bigint[]) order by id for update`,
    )
    for (const { id } of rows) await kernel.resources.removeIn(tx, ctx, note, id)
    await tx.run(sql`delete from notice where subject = ${subject} and subject_id = any(${[...ids]}::bigint[])`)
  },
  async move(tx, subject, { from, to }, only) {
    const at = sql`subject = ${subject} and subject_id = ${from}`
    const chosen = only ? sql`${at} and id = any(${[...only]}::bigint[])` : at
    const moved = await tx.rows<{ id: number }>(sql`update note set subject_id = ${to}, version = version + 1 where ${chosen} returning id`)
    const keys = only && moved.map(({ id }) => getKey(id))
    await tx.run(sql`update notice set subject_id = ${to} where ${keys ? sql`${at} and dedupe_key = any(${keys}::text[])` : at}`)
    tx.invalidate('note')
    return moved.map(({ id }) => id)
  },
  async about(db, subject, ids) {
    const { registry, settings } = kernel
    const ctx = systemCtx(kernel, 'notes')
    const rows = await db.rows<Record<string, unknown>>(sql`
      select ${selection(registry, registry.resource(note.name), 't', { ctx, language: settings.mainLanguage })} from note t
      where t.subject = ${subject} and t.subject_id = any(${[...ids]}::bigint[]) and t.removed_at is null order by t.id`)
    return rows
      .map((raw) => asRow(toApiRow(registry, registry.resource(note.name), raw)))
      .map((row) => ({
        subject,
        subject_id: row.subject_id,
        at: row.created_at,
        author: row.signed,
        body: row.body,
        files: row.files.flatMap(({ file }) => file?.name ?? []),
      }))
  },
})

/** Maximum number of comments of one resource deleted in one night. */
const MOST_SWEPT = 500

/** Deletes comments whose row is deleted. Those of disabled plugins stay. */
export async function sweepNotes(kernel: Kernel): Promise<void> {
  for (const { of } of kernel.contributions(NOTE_SUBJECTS).values()) {
    const r = kernel.registry.resources.get(of.name)
    if (!r) continue
    const lost = await kernel.db.rows<{ subject_id: number }>(sql`
      select distinct n.subject_id from note n where n.subject = ${r.name}
        and not exists (select from ${name(r.table)} x where x.id = n.subject_id) limit ${MOST_SWEPT}`)
    for (const { subject_id } of lost) await kernel.transaction((tx) => notes(kernel).deleteAll(tx, r.name, [subject_id]))
  }
}
