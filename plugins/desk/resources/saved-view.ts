import { type Ctx, defineResource, f, sql } from 'stoa'

/** The account id of the actor; 0, which no account has, for other actors. */
export const actorId = (ctx: Ctx): number => (ctx.actor.kind === 'admin' ? ctx.actor.id : 0)

/** A saved view of a list: filters, order, columns. A view without an owner is shared. */
export const savedView = defineResource({
  name: 'saved_view',
  // Every account has its own views without a permission; the routes check shared ones.
  verbs: [],
  label: 'name',
  audit: false,
  fields: {
    resource: f.text({ maxLength: 60 }),
    name: f.text({ maxLength: 60, unique: true }),
    account_id: f.maybe(f.one('account')),
    /** Filters, order and page size, as in the URL of the list. */
    query: f.text({ default: '', maxLength: 2_000 }),
    columns: f.tags({ maxItems: 60 }),
    compact: f.flag({ default: false }),
  },
  scope: (ctx) => sql`(t.account_id is null or t.account_id = ${actorId(ctx)})`,
})
