import { type Locale, sql } from '#core'
import { type Happening, retold, type Teller } from '../../people/index.ts'

/** A step of a lead, as its table keeps it. */
export interface Step {
  id: number
  lead_id: number
  person_id: number
  kind: string
  /** It began with this step. */
  first: boolean
  title: Partial<Record<Locale, string>>
  name: string
  number: string
}

/** What a step tells of the person behind the lead. */
export const stepTold = (row: Step, main: Locale): Omit<Happening, 'actor'> => ({
  personId: row.person_id,
  what: row.kind === 'won' ? 'lead.won' : row.kind === 'lost' ? 'lead.lost' : row.first ? 'lead.created' : 'lead.moved',
  params: { number: row.number, title: row.name, stage: row.title[main] ?? Object.values(row.title)[0] ?? '' },
  subject: row.lead_id,
  dedupeKey: `lead move ${row.id}`,
})

/** The steps of all leads, for timelines that lost them. Who took one is kept by name alone. */
export const stepTeller: Teller = {
  async again({ db, settings }, after, most) {
    const rows = await db.rows<Omit<Step, 'person_id'> & { person_id: number | null; by: string; at: string }>(sql`
    select m.id, m.lead_id, c.person_id, m.to_kind as kind, m.from_stage_id is null as first, m.to_title as title, l.title as name, l.number,
      m.moved_by as by, m.moved_at as at
    from crm_stage_move m join crm_lead l on l.id = m.lead_id left join crm_contact c on c.id = l.contact_id
    where m.id > ${after} order by m.id limit ${most}`)
    return retold(rows, most, ({ person_id, by, at, ...row }) =>
      person_id === null
        ? undefined
        : {
            ...stepTold({ ...row, person_id }, settings.main),
            actor: by === '' ? { kind: 'system', name: 'crm' } : { kind: 'admin', id: null },
            at: new Date(at),
          },
    )
  },
}
