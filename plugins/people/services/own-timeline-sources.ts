import { type Actor, contributeAll, sql } from 'stoa'
import type { ConsentState } from './consent.ts'
import { toRebuiltPage, type TimelineSource, TIMELINE_SOURCES } from './timeline-source.ts'

/** Actor of steps without a recorded actor. */
const SYSTEM_ACTOR: Actor = { kind: 'system', name: 'people' }

const createSource = (rebuild: TimelineSource['rebuild']): TimelineSource => ({ rebuild: rebuild })

/** Timeline sources for the tables of people. */
export const ownTimelineSources = contributeAll(TIMELINE_SOURCES, {
  account: createSource(async ({ db }, after, most) => {
    const rows = await db.rows<{ id: number; person_id: number; at: Date }>(sql`select id, person_id, created_at as at from customer
      where id > ${after} and person_id is not null order by id limit ${most}`)
    return toRebuiltPage(rows, most, ({ id, person_id, at }) => ({
      personId: person_id,
      what: 'signed-up',
      subject: id,
      actor: { kind: 'customer', id },
      dedupeKey: `signed-up ${id}`,
      at: new Date(at),
    }))
  }),
  identity: createSource(async ({ db }, after, most) => {
    const rows = await db.rows<{ id: number; person_id: number; kind: 'email' | 'phone'; value: string; at: Date | null }>(sql`
      select id, person_id, kind, value_norm as value, verified_at as at from person_identity where id > ${after} order by id limit ${most}`)
    return toRebuiltPage(rows, most, ({ id, person_id, kind, value, at }) =>
      at === null
        ? undefined
        : {
            personId: person_id,
            what: `verified-${kind}`,
            params: { value: kind === 'phone' ? `+${value}` : value },
            actor: SYSTEM_ACTOR,
            dedupeKey: `verified ${id}`,
            at: new Date(at),
          },
    )
  }),
  // The first consent of a person comes with the account or an import and is no activity event.
  consent: createSource(async ({ db }, after, most) => {
    const rows = await db.rows<{ id: number; person_id: number | null; state: ConsentState; changed: boolean; at: Date }>(sql`
      select c.id, c.person_id, c.state, c.created_at as at, c.reason <> 'import' and exists (select from consent b where b.address_norm = c.address_norm
        and b.channel = c.channel and b.id < c.id) as changed
      from consent c where c.id > ${after} order by c.id limit ${most}`)
    return toRebuiltPage(rows, most, ({ id, person_id, state, changed, at }) =>
      person_id === null || !changed
        ? undefined
        : { personId: person_id, what: state, actor: SYSTEM_ACTOR, dedupeKey: `consent ${id}`, at: new Date(at) },
    )
  }),
  person: createSource(async ({ db }, after, most) => {
    const rows = await db.rows<{ id: number; into: number | null; erased_at: Date | null; updated_at: Date }>(sql`
      select id, merged_into_id as into, erased_at, updated_at from person where id > ${after} order by id limit ${most}`)
    return toRebuiltPage(rows, most, ({ id, into, erased_at, updated_at }) => {
      if (into !== null)
        return { personId: into, what: 'merged', params: { id }, actor: SYSTEM_ACTOR, dedupeKey: `merged ${id}`, at: new Date(updated_at) }
      return erased_at === null
        ? undefined
        : { personId: id, what: 'erased', actor: SYSTEM_ACTOR, dedupeKey: `erased ${id}`, at: new Date(erased_at) }
    })
  }),
})
