import { type Locale, sql } from 'stoa'
import { type ActivityEvent, toRebuiltPage, type TimelineSource } from 'stoa/plugins/people'

/** A row of the table of steps. */
export interface Step {
  id: number
  lead_id: number
  person_id: number
  kind: string
  /** Whether this is the first step of the lead. */
  first: boolean
  title: Partial<Record<Locale, string>>
  /** Title of the lead; '' where it only repeats the name of the contact. */
  name: string
  funnel: Partial<Record<Locale, string>>
  number: string
}

/** Title of the lead `l`; '' where it equals the name of the contact `c`. */
export const ownTitleSql = sql`case when l.title is distinct from c.name then l.title else '' end`

const inMain = (texts: Partial<Record<Locale, string>>, main: Locale): string => texts[main] ?? Object.values(texts)[0] ?? ''

/** Converts a step to an activity event of the person. */
export const toActivityEvent = (row: Step, main: Locale): Omit<ActivityEvent, 'actor'> => ({
  personId: row.person_id,
  what: row.kind === 'won' ? 'lead.won' : row.kind === 'lost' ? 'lead.lost' : row.first ? 'lead.created' : 'lead.moved',
  params: { number: row.number, title: row.name || inMain(row.funnel, main), stage: inMain(row.title, main) },
  subject: row.lead_id,
  dedupeKey: `lead move ${row.id}`,
})

/** Rebuilds the timeline events of all steps. The member of staff is stored by name alone. */
export const stepTimelineSource: TimelineSource = {
  async rebuild({ db, settings }, after, most) {
    const rows = await db.rows<Omit<Step, 'person_id'> & { person_id: number | null; by: string; at: string }>(sql`
    select m.id, m.lead_id, c.person_id, m.to_kind as kind, m.from_stage_id is null as first, m.to_title as title, ${ownTitleSql} as name, n.title as funnel, l.number,
      m.moved_by as by, m.moved_at as at
    from crm_stage_move m join crm_lead l on l.id = m.lead_id join crm_funnel n on n.id = l.funnel_id left join crm_contact c on c.id = l.contact_id
    where m.id > ${after} order by m.id limit ${most}`)
    return toRebuiltPage(rows, most, ({ person_id, by, at, ...row }) =>
      person_id === null
        ? undefined
        : {
            ...toActivityEvent({ ...row, person_id }, settings.mainLanguage),
            actor: by === '' ? { kind: 'system', name: 'crm' } : { kind: 'admin', id: null },
            at: new Date(at),
          },
    )
  },
}
