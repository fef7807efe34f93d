/** A row of a resource. Relations carry their labels beside: `brand_id` + `brand_name`, `categories` + `categories_names`. */
export interface Row {
  id: number
  [field: string]: unknown
}

/** Answer of every list call. `total` is exact up to `TOTAL_LIMIT` of the list, beyond it a lower bound with `more: true`. */
export interface Page<T = Row> {
  data: T[]
  total: number
  page: number
  limit: number
  /** Pass as `after` to read on without counting pages. Absent on the last page. */
  next?: string
  more?: boolean
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

/** Answer of a batch delete. The same id never stands in both lists. */
export interface BatchResult {
  success_ids: (number | string)[]
  fail_ids: (number | string)[]
  fails: { id: number | string; reason: string }[]
  /** Only of a batch over all rows that match: more are left, go on with `after`. */
  next?: number
}
