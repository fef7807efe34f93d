import { type Shape, t } from 'stoa'

/** JSON types of the dashboard, search and saved views. Screens import the types alone, not the schemas. */

/** A record found by the global search. */
export const Found = t.object({
  resource: t.text(),
  id: t.id(),
  title: t.maybe(t.text()),
})
export type Found = Shape<typeof Found>

/** A setup step. */
export const SetupTask = t.object({
  id: t.text(),
  label: t.text(),
  hint: t.text(),
  to: t.text('Target: a path under /admin, or a URL that starts with "/".'),
  done: t.flag(),
})
export type SetupTask = Shape<typeof SetupTask>

/** A saved view of a list. */
export const SavedView = t.object({
  id: t.id(),
  resource: t.text(),
  name: t.text(),
  query: t.text('Filters, order and page size as in the URL.'),
  columns: t.list(t.text('Columns in order; empty for the columns of the account.')),
  compact: t.flag(),
  shared: t.flag("Everybody's."),
})
export type SavedView = Shape<typeof SavedView>
