import { column, defineRecord, f, sql, type Tx } from 'stoa'

const fixed = { readOnly: true } as const

/** A visit of the workshop's van. Only the code that plans routes writes its rows; there is no form. */
export const visit = defineRecord({
  name: 'visit',
  verbs: ['get', 'export'],
  events: [],
  fields: {
    repair_id: f.one('repair', { ...fixed, list: true, filter: true }),
    at: f.instant({ ...fixed, list: true, sort: true }),
    fee: f.money({ ...fixed, list: true }),
    done_at: f.maybe(f.instant(fixed)),
  },
  // Columns that no form, list or response contains.
  internal: { route_id: column('bigint') },
})

/** Inserts the visits of a route in one statement. Fees are in minor units. */
export const planVisits = (tx: Tx, route: number, visits: readonly { repair_id: number; at: string; fee_minor: number }[]) =>
  tx.insertAll(visit, visits, { route_id: route })

/** Marks a visit as done. Returns false when it already was. */
export const endVisit = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.update(visit, { id, done_at: null }, { done_at: sql`now()` })) === 1
