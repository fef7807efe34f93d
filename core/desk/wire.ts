/** The JSON of the admin's conveniences, as it crosses the wire. */
import type { Locale } from '../wire.ts'

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

/** Answer of `GET /api/admin`. */
export interface Me {
  id: number
  name: string
  email: string
  language: Locale
  theme: 'system' | 'light' | 'dark'
  /** True until the one-time password was changed. */
  must_change_password: boolean
  /** Choices about the admin itself, by names the admin gives them. */
  preferences: Record<string, unknown>
  role: { id: number; name: string; permission_list: string[] }
}

/** Names the rows of a batch by a list's filters instead of their ids. A call takes the next thousand of them. */
export interface Matching {
  /** Query of the list: `q` and filters. */
  filter: Record<string, string>
  /** How many rows the person was told they are; another number now refuses the batch. Only at the beginning. */
  count?: number
  /** Where the last call ended: its `next`. */
  after?: number
}
