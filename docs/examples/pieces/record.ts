import { column, defineRecord, f, sql, type Tx } from 'stoa'

const fixed = { readOnly: true } as const

/** A visit of the workshop's van. Rows are written by the code that plans routes, never by a form. */
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
  // Columns no form, list or answer shows.
  internal: { route_id: column('bigint') },
})

/** Plans visits of a route, each by its hour and its fee in minor units, by one statement. */
export const planVisits = (tx: Tx, route: number, visits: readonly { repair_id: number; at: string; fee_minor: number }[]) =>
  tx.insertAll(visit, visits, { route_id: route })

/** The van was there. False when somebody said so before. */
export const endVisit = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.update(visit, { id, done_at: null }, { done_at: sql`now()` })) === 1
