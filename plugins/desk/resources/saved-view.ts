import { type Ctx, defineResource, f, sql } from 'stoa'

/** The member of staff who asks; nobody has the id 0. */
export const actorId = (ctx: Ctx): number => (ctx.actor.kind === 'admin' ? ctx.actor.id : 0)

/** How somebody looks at a list: filters, order, columns. One without an owner is everybody's. */
export const savedView = defineResource({
  name: 'saved_view',
  // Everybody has views of their own, so no permission stands before them; the routes see to the shared ones.
  verbs: [],
  label: 'name',
  audit: false,
  fields: {
    resource: f.text({ maxLength: 60 }),
    name: f.text({ maxLength: 60, unique: true }),
    account_id: f.maybe(f.one('account')),
    /** Filters, order and page size as they stand in the address of the list. */
    query: f.text({ default: '', maxLength: 2_000 }),
    columns: f.tags({ maxItems: 60 }),
    compact: f.flag({ default: false }),
  },
  scope: (ctx) => sql`(t.account_id is null or t.account_id = ${actorId(ctx)})`,
})
