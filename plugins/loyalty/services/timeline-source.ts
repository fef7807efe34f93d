import { type Locale, sql } from 'stoa'
import { type ActivityEvent, toRebuiltPage, type TimelineSource } from 'stoa/plugins/people'

/** A row of the table of tier changes. */
export interface TierReached {
  id: number
  person_id: number
  membership_id: number
  title: Partial<Record<Locale, string>>
}

/** Converts a tier change to an activity event. */
export const toActivityEvent = ({ id, person_id, membership_id, title }: TierReached, main: Locale): Omit<ActivityEvent, 'actor'> => ({
  personId: person_id,
  what: 'tier.reached',
  params: { tier: title[main] ?? Object.values(title)[0] ?? '' },
  subject: membership_id,
  dedupeKey: `tier ${id}`,
})

/** Rebuilds the timeline events of all tier changes. */
export const tierTimelineSource: TimelineSource = {
  async rebuild({ db, settings }, after, most) {
    const rows = await db.rows<TierReached & { by_staff: boolean; at: string }>(
      sql`select id, person_id, membership_id, title, by_staff, at from loyalty_step where id > ${after} order by id limit ${most}`,
    )
    return toRebuiltPage(rows, most, ({ by_staff, at, ...step }) => ({
      ...toActivityEvent(step, settings.mainLanguage),
      actor: by_staff ? { kind: 'admin', id: null } : { kind: 'system', name: 'loyalty' },
      at: new Date(at),
    }))
  },
}
