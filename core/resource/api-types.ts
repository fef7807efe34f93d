/** A row of a resource. Relations have their labels beside them: `brand_id` + `brand_name`, `categories` + `categories_names`. */
export interface Row {
  id: number
  [field: string]: unknown
}

/** Response of a list. `total` may be up to 30 seconds old. */
export interface Page<T = Row> {
  data: T[]
  total: number
  page: number
  limit: number
  /** Cursor: pass it as `after` for the next page. Absent on the last page. */
  next?: string
  more?: boolean
}

/** Selects the rows of a batch by list filters instead of ids. One call handles the next thousand. */
export interface Matching {
  /** Query of the list: `q` and filters. */
  filter: Record<string, string>
  /** The number of rows shown to the person; the batch is refused when it differs now. Only in the first call. */
  count?: number
  /** The `next` of the previous call. */
  after?: number
}

/** Response of a batch. No id is in both lists. */
export interface BatchResult {
  success_ids: (number | string)[]
  fail_ids: (number | string)[]
  fails: { id: number | string; reason: string }[]
  /** Only for a batch over all matching rows: more are left, continue with `after`. */
  next?: number
}
