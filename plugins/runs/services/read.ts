import { account, hasPermission, type Ctx, AppError, FORBIDDEN, NOT_FOUND, sql, type Message, translateMessages, WRONG_STATE } from 'stoa'
import { run as resource } from '../resources/run.ts'
import type { RunInfo, RunPage } from '../api-types.ts'
import { type AnyRun, getRequiredPermission, type Reader, RUN_KINDS } from './kinds.ts'
import { briefly, mayStop, type Stored } from './stored.ts'

/** Jobs per page. */
const SIZE = 30

/** The type of a job; undefined when no plugin contributes it or the stored data is invalid. */
function getKind({ kernel }: Reader, { kind, input }: Pick<Stored, 'kind' | 'input'>): AnyRun | undefined {
  const found = kernel.contributions(RUN_KINDS).get(kind)
  return found?.problem({ input, cursor: null }) === undefined ? found : undefined
}

/** Title of a job; the name of its type when the plugin is not enabled. */
export const getTitle = (reader: Reader, run: Pick<Stored, 'kind' | 'input'>): string =>
  getKind(reader, run)?.title(reader, run.input) ?? run.kind

const getReader = ({ kernel, interfaceLanguage, language }: Ctx): Reader => ({ kernel, language: interfaceLanguage ?? language })

/** Translates the messages of a job into the reader's language. */
export function describeAnswer({ kernel, language }: Reader, texts: readonly Message[]): string[] {
  const translated = translateMessages(kernel, language, [...texts])
  return Array.isArray(translated) ? translated : Object.values(translated).flat()
}

/** Whether the actor created the job. */
const isOwn = ({ actor }: Ctx, run: Stored): boolean => actor.kind === 'admin' && run.account_id === actor.id

/** Name and media type of a job's file; undefined while there is none. */
const madeBy = (ctx: Ctx, run: Stored) => (run.status === 'completed' ? getKind(getReader(ctx), run)?.file?.(run.input) : undefined)

// The permission to list jobs does not include their data. The permission of the creator is checked again, because it may have been removed
// since.
function mayRead(ctx: Ctx, run: Stored): boolean {
  const kind = getKind(getReader(ctx), run)
  const needs = kind && getRequiredPermission(kind, run.input)
  return isOwn(ctx, run) && (needs === undefined || hasPermission(ctx.actor, needs))
}

/** The file of a job. @throws AppError WRONG_STATE while there is none, FORBIDDEN for all but the creator with the required permission */
export function findFile(ctx: Ctx, run: Stored): { name: string; mime: string } {
  const made = madeBy(ctx, run)
  if (!made) throw new AppError(WRONG_STATE)
  if (!mayRead(ctx, run)) throw new AppError(FORBIDDEN)
  return made
}

/** Whether the actor may resume a job that has ended early. */
export function mayResume(ctx: Ctx, run: Stored): boolean {
  const kind = getKind(getReader(ctx), run)
  return (run.status === 'abnormal' || run.status === 'canceled') && kind !== undefined && kind.resumable?.(run.answer) !== false
}

function getInfo(ctx: Ctx, run: Stored, names: ReadonlyMap<number, string>): RunInfo {
  const reader = getReader(ctx)
  const kind = getKind(reader, run)
  const answered = run.answer && kind?.said && run.status !== 'abnormal' ? kind.said(reader, run.answer, run.input) : []
  return {
    id: run.id,
    kind: run.kind,
    title: getTitle(reader, run),
    status: run.status,
    done: run.done,
    total: run.total,
    said: [...answered, ...describeAnswer(reader, run.problem ?? [])],
    who: run.account_id === null ? null : (names.get(run.account_id) ?? null),
    own: isOwn(ctx, run),
    link: kind?.link?.(run.input, run.id) ?? null,
    file: mayRead(ctx, run) ? (madeBy(ctx, run)?.name ?? null) : null,
    stays: kind?.step !== undefined,
    stopping: run.cancel_wanted,
    cancelable: mayStop(ctx.kernel, run) && !run.cancel_wanted,
    resumable: mayResume(ctx, run),
    created_at: run.created_at,
    ended_at: run.ended_at,
  }
}

async function findInfos(ctx: Ctx, rows: readonly Stored[]): Promise<RunInfo[]> {
  const ids = [...new Set(rows.flatMap((row) => row.account_id ?? []))]
  const people = ids.length > 0 ? await ctx.kernel.query(account).whereIn('id', ids) : []
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return rows.map((row) => getInfo(ctx, row, names))
}

/** Jobs that the actor may see, newest first. */
export async function listRuns(ctx: Ctx, { page, open }: { page: number; open: boolean }): Promise<RunPage> {
  const { db } = ctx.kernel
  const visibleSql = sql`(${resource.scope?.(ctx) ?? sql`true`}) and (not ${open} or t.status in ('to_do', 'approved', 'processing'))`
  const rows = await db.rows<Stored>(
    sql`select ${briefly(ctx.kernel)} from run t where ${visibleSql} order by t.id desc limit ${SIZE} offset ${(page - 1) * SIZE}`,
  )
  const count = await db.one<{ n: number }>(sql`select count(*) as n from run t where ${visibleSql}`)
  return { data: await findInfos(ctx, rows), total: count?.n ?? 0, limit: SIZE }
}

/** A job without large parts of its result, if the actor may see it. @throws AppError NOT_FOUND */
export async function findVisibleRun(ctx: Ctx, id: number): Promise<Stored> {
  const row = await ctx.kernel.db.one<Stored>(
    sql`select ${briefly(ctx.kernel)} from run t where t.id = ${id} and (${resource.scope?.(ctx) ?? sql`true`})`,
  )
  if (!row) throw new AppError(NOT_FOUND)
  return row
}

/** A job in the language of the actor. @throws AppError NOT_FOUND */
export async function readRun(ctx: Ctx, id: number): Promise<RunInfo> {
  const [info] = await findInfos(ctx, [await findVisibleRun(ctx, id)])
  if (!info) throw new AppError(NOT_FOUND)
  return info
}
