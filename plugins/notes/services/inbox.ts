import { type Ctx, AppError, type Kernel, sql, UNAUTHENTICATED } from 'stoa'
import type { Notice, NoticePage } from '../api-types.ts'
import { NOTICE_KINDS } from './notices.ts'
import { findOpenPage, readSubjectNames, type Subject } from './subjects.ts'

const SIZE = 20
/** Counting stops here. */
const MOST_COUNTED = 100
/** Retention in days, for read notifications and for all. */
const RETENTION_DAYS = { read: 90, all: 365 }

/** A notification as stored. */
export interface Stored {
  id: number
  kind: string
  subject: string | null
  subject_id: number | null
  who: string
  params: Record<string, string | number>
  created_at: string
  read_at: string | null
}

const columns = sql`n.id, n.kind, n.subject, n.subject_id, n.who, n.params, n.created_at, n.read_at`

/** The account of the actor. Notifications are visible to their recipient only. */
function getAccountId({ actor }: Ctx): number {
  if (actor.kind !== 'admin') throw new AppError(UNAUTHENTICATED)
  return actor.id
}

const getAbout = ({ subject, subject_id }: Stored): Subject | undefined =>
  subject !== null && subject_id !== null ? { subject, subject_id } : undefined

/** Notifications in the language of the reader. Rows the reader may not read are neither named nor linked. */
export async function describeNotices(ctx: Ctx, rows: readonly Stored[]): Promise<Notice[]> {
  const { kernel } = ctx
  const say = (key: string, params = {}) => kernel.i18n.t(ctx.interfaceLanguage ?? ctx.language, key, params)
  const called = await readSubjectNames(
    ctx,
    rows.flatMap((row) => getAbout(row) ?? []),
  )
  return rows.map((row) => {
    const about = getAbout(row)
    const name = about && called(about)
    const key = kernel.contributions(NOTICE_KINDS).get(row.kind)?.text ?? 'notes:notice.other'
    const actorName = row.who === '' ? say('notes:notice.system') : row.who
    return {
      id: row.id,
      kind: row.kind,
      text: say(key, { ...row.params, who: actorName, subject: name ?? say('notes:notice.hidden') }),
      at: row.created_at,
      read: row.read_at !== null,
      resource: name === undefined ? null : row.subject,
      row_id: name === undefined ? null : row.subject_id,
      path: (name !== undefined && about && findOpenPage(ctx, about)) || null,
    }
  })
}

/** A page of the actor's notifications. */
export async function readInbox(ctx: Ctx, { after, limit = SIZE }: { after: number | null; limit?: number }): Promise<NoticePage> {
  const { db } = ctx.kernel
  const rows = await db.rows<Stored>(sql`
    select ${columns} from notice n where n.account_id = ${getAccountId(ctx)} ${after === null ? sql`` : sql`and n.id < ${after}`}
    order by n.id desc limit ${limit + 1}`)
  const page = rows.slice(0, limit)
  const mailed = await db.one(sql`select 1 from notice_mail where account_id = ${getAccountId(ctx)}`)
  return {
    data: await describeNotices(ctx, page),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    by_mail: mailed !== undefined,
  }
}

/** Number of unread notifications of the actor; 100 means 99 and more. */
export async function countUnread(ctx: Ctx): Promise<number> {
  const row = await ctx.kernel.db.one<{ n: number }>(sql`
    select count(*) as n from (select 1 from notice where account_id = ${getAccountId(ctx)} and read_at is null limit ${MOST_COUNTED}) x`)
  return row?.n ?? 0
}

/** Marks notifications of the actor as read: by id, or all up to the newest that was shown, so that later ones stay unread. */
export async function markRead(ctx: Ctx, { ids, up_to }: { ids: readonly number[]; up_to: number | null }): Promise<void> {
  await ctx.kernel.db.run(sql`update notice set read_at = now(), updated_at = now()
    where account_id = ${getAccountId(ctx)} and read_at is null and (id = any(${[...ids]}::bigint[]) or id <= ${up_to ?? 0}::bigint)`)
}

/** Saves whether notifications are sent by e-mail too, and in which language. */
export async function saveEmailChoice(ctx: Ctx, requested: boolean): Promise<void> {
  const me = getAccountId(ctx)
  await ctx.kernel.db.run(
    requested
      ? sql`insert into notice_mail (account_id, language) values (${me}, ${ctx.interfaceLanguage ?? ctx.language})
          on conflict (account_id) do update set language = excluded.language`
      : sql`delete from notice_mail where account_id = ${me}`,
  )
}

/** Deletes old notifications. */
export async function deleteOldNotices({ db }: Kernel): Promise<void> {
  await db.run(sql`delete from notice where read_at < now() - make_interval(days => ${RETENTION_DAYS.read}::int)
    or created_at < now() - make_interval(days => ${RETENTION_DAYS.all}::int)`)
}
