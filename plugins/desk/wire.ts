/** The JSON of the admin's conveniences, as it crosses the wire. */
/** A record found by the search over everything. */
export interface Found {
  resource: string
  id: number
  title: string | null
}

/** A step of setting the product up. */
export interface SetupTask {
  id: string
  label: string
  hint: string
  /** Where it is done: a path under /admin, or any address that starts with "/". */
  to: string
  done: boolean
}

/** A kept way of looking at a list. */
export interface SavedView {
  id: number
  resource: string
  name: string
  /** Filters, order and page size as in the address. */
  query: string
  /** Columns in order; empty: the person's own. */
  columns: string[]
  compact: boolean
  /** Everybody's. */
  shared: boolean
}
