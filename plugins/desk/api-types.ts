import { type Shape, t } from 'stoa'

/** The JSON of the admin's conveniences, as it crosses the wire. Pages import the types alone. */

/** A record found by the search over everything. */
export const Found = t.object({
  resource: t.text(),
  id: t.id(),
  title: t.maybe(t.text()),
})
export type Found = Shape<typeof Found>

/** A step of setting the product up. */
export const SetupTask = t.object({
  id: t.text(),
  label: t.text(),
  hint: t.text(),
  to: t.text('Where it is done: a path under /admin, or any address that starts with "/".'),
  done: t.flag(),
})
export type SetupTask = Shape<typeof SetupTask>

/** A kept way of looking at a list. */
export const SavedView = t.object({
  id: t.id(),
  resource: t.text(),
  name: t.text(),
  query: t.text('Filters, order and page size as in the address.'),
  columns: t.list(t.text("Columns in order; empty: the person's own.")),
  compact: t.flag(),
  shared: t.flag("Everybody's."),
})
export type SavedView = Shape<typeof SavedView>
