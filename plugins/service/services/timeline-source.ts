import { type Ctx, type Sql, sql, type Tx } from 'stoa'
import { type ActivityEvent, type TimelineSource, TIMELINE } from 'stoa/plugins/people'

/** Activity event types of applications. */
export const activityEvents = [
  'application.applied',
  'application.approved',
  'application.rejected',
  'application.completed',
  'application.canceled',
] as const
export type What = (typeof activityEvents)[number]

interface ApplicationActivity {
  id: number
  person_id: number | null
  number: string
  service: string
  status: string
  applied_at: string
  approved_at: string | null
  ended_at: string | null
}

const toldSql = (where: Sql): Sql =>
  sql`select id, person_id, number, service, status, applied_at, approved_at, ended_at from application where applied_at is not null and ${where} order by id`

const toActivityEvent = (
  { id, person_id, number, service }: ApplicationActivity & { person_id: number },
  what: What,
): Omit<ActivityEvent, 'actor'> => ({
  personId: person_id,
  what,
  params: { number, service },
  subject: id,
  dedupeKey: `${what} ${id}`,
})

/** Adds an activity event to the timeline of the applicant. Idempotent. */
export async function tell(tx: Tx, ctx: Ctx, id: number, what: What): Promise<void> {
  const told = await tx.one<ApplicationActivity>(toldSql(sql`id = ${id}`))
  if (told && told.person_id !== null)
    await ctx.kernel.get(TIMELINE).record(tx, { ...toActivityEvent({ ...told, person_id: told.person_id }, what), actor: ctx.actor })
}

const unknown = { kind: 'system', name: 'service' } as const
const ended: Readonly<Record<string, What>> = {
  rejected: 'application.rejected',
  canceled: 'application.canceled',
  completed: 'application.completed',
}

/** Rebuilds the timeline events of all applications. The deciding account is not included. */
export const applicationTeller: TimelineSource = {
  async rebuild({ db }, after, most) {
    const rows = await db.rows<ApplicationActivity>(sql`${toldSql(sql`id > ${after}`)} limit ${most}`)
    const said = rows.flatMap(({ person_id, ...row }): ActivityEvent[] => {
      if (person_id === null) return []
      const one = { ...row, person_id }
      const end = ended[row.status]
      return [
        { ...toActivityEvent(one, 'application.applied'), actor: unknown, at: new Date(row.applied_at) },
        ...(row.approved_at ? [{ ...toActivityEvent(one, 'application.approved'), actor: unknown, at: new Date(row.approved_at) }] : []),
        ...(end && row.ended_at ? [{ ...toActivityEvent(one, end), actor: unknown, at: new Date(row.ended_at) }] : []),
      ]
    })
    return { said, last: rows.length < most ? null : (rows.at(-1)?.id ?? null) }
  },
}
