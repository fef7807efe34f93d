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
export type ActivityType = (typeof activityEvents)[number]

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

const selectActivity = (where: Sql): Sql =>
  sql`select id, person_id, number, service, status, applied_at, approved_at, ended_at from application where applied_at is not null and ${where} order by id`

const toActivityEvent = (
  { id, person_id, number, service }: ApplicationActivity & { person_id: number },
  activityType: ActivityType,
): Omit<ActivityEvent, 'actor'> => ({
  personId: person_id,
  what: activityType,
  params: { number, service },
  subject: id,
  dedupeKey: `${activityType} ${id}`,
})

/** Adds an activity event to the timeline of the applicant. Idempotent. */
export async function tell(tx: Tx, ctx: Ctx, id: number, activityType: ActivityType): Promise<void> {
  const activity = await tx.one<ApplicationActivity>(selectActivity(sql`id = ${id}`))
  if (activity && activity.person_id !== null)
    await ctx.kernel
      .get(TIMELINE)
      .record(tx, { ...toActivityEvent({ ...activity, person_id: activity.person_id }, activityType), actor: ctx.actor })
}

const unknown = { kind: 'system', name: 'service' } as const
const ended: Readonly<Record<string, ActivityType>> = {
  rejected: 'application.rejected',
  canceled: 'application.canceled',
  completed: 'application.completed',
}

/** Rebuilds the timeline events of all applications. The deciding account is not included. */
export const applicationTimelineSource: TimelineSource = {
  async rebuild({ db }, after, most) {
    const rows = await db.rows<ApplicationActivity>(sql`${selectActivity(sql`id > ${after}`)} limit ${most}`)
    const events = rows.flatMap(({ person_id, ...row }): ActivityEvent[] => {
      if (person_id === null) return []
      const activity = { ...row, person_id }
      const end = ended[row.status]
      return [
        { ...toActivityEvent(activity, 'application.applied'), actor: unknown, at: new Date(row.applied_at) },
        ...(row.approved_at
          ? [{ ...toActivityEvent(activity, 'application.approved'), actor: unknown, at: new Date(row.approved_at) }]
          : []),
        ...(end && row.ended_at ? [{ ...toActivityEvent(activity, end), actor: unknown, at: new Date(row.ended_at) }] : []),
      ]
    })
    return { events, last: rows.length < most ? null : (rows.at(-1)?.id ?? null) }
  },
}
