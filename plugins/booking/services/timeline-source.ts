import { type Ctx, type Sql, sql } from 'stoa'
import type { ActivityEvent, TimelineSource } from 'stoa/plugins/people'

/** Activity event type of a booking. */
export type BookingEventType = 'booking.made' | 'booking.canceled'

/** A booking with the data of its activity events. */
export interface BookingActivity {
  id: number
  person_id: number | null
  number: string
  title: string
  asked_at: string
  canceled_at: string | null
}

/** SQL: requested bookings that match, `b` with their events `e`, in id order, with the additional columns `more`. */
export const activitySql = ({ mainLanguage }: Pick<Ctx, 'mainLanguage'>, where: Sql, more?: Sql): Sql =>
  sql`select b.id, b.person_id, b.number, coalesce(e.title->>${mainLanguage}, e.url) as title, b.asked_at, b.canceled_at${more ? sql`, ${more}` : sql``}
    from booking b join event e on e.id = b.event_id where b.asked_at is not null and ${where} order by b.id`

/** The activity event of a booking, with a key that prevents duplicates. */
export const toActivityEvent = (
  { id, person_id, number, title }: Pick<BookingActivity, 'id' | 'number' | 'title'> & { person_id: number },
  type: BookingEventType,
): Omit<ActivityEvent, 'actor'> => ({
  personId: person_id,
  what: type,
  params: { number, title },
  subject: id,
  dedupeKey: `${type} ${id}`,
})

const unknown = { kind: 'system', name: 'booking' } as const

/** Rebuilds activity events of all bookings. The actor is not stored and stays unknown. */
export const bookingTimelineSource: TimelineSource = {
  async rebuild({ db, settings }, after, most) {
    const rows = await db.rows<BookingActivity>(
      sql`${activitySql({ mainLanguage: settings.mainLanguage }, sql`b.id > ${after}`)} limit ${most}`,
    )
    const events = rows.flatMap(({ person_id, ...row }): ActivityEvent[] => {
      if (person_id === null) return []
      const booking = { ...row, person_id }
      return [
        { ...toActivityEvent(booking, 'booking.made'), actor: unknown, at: new Date(row.asked_at) },
        ...(row.canceled_at ? [{ ...toActivityEvent(booking, 'booking.canceled'), actor: unknown, at: new Date(row.canceled_at) }] : []),
      ]
    })
    return { events, last: rows.length < most ? null : (rows.at(-1)?.id ?? null) }
  },
}
