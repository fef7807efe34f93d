import { type Locale, sql } from 'stoa'
import { type ActivityEvent, toRebuiltPage, type TimelineSource } from 'stoa/plugins/people'

/** A tier somebody came into, as its table keeps it. */
export interface TierReached {
  id: number
  person_id: number
  membership_id: number
  title: Partial<Record<Locale, string>>
}

/** What it tells of the person. */
export const toActivityEvent = ({ id, person_id, membership_id, title }: TierReached, main: Locale): Omit<ActivityEvent, 'actor'> => ({
  personId: person_id,
  what: 'tier.reached',
  params: { tier: title[main] ?? Object.values(title)[0] ?? '' },
  subject: membership_id,
  dedupeKey: `tier ${id}`,
})

/** The steps of all people, for timelines that lost them. */
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
