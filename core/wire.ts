/** The JSON that crosses the wire between the kernel and its two UIs. Types only, so nothing of the server reaches a browser. */

export type * from './access/wire.ts'
export type * from './file/wire.ts'

/** A language the product speaks. `default` in a request stands for the site's main language. */
export type Locale = 'en-US' | 'zh-HK' | 'zh-CN'

/** A per-language value as `?language=*` answers it. A missing key means "not translated". */
export type Localized<T = string> = Partial<Record<Locale, T>>

/** How a field is edited and shown. One folder of the admin's `widgets/` each. */
export type Widget =
  | 'text'
  | 'area'
  | 'rich'
  | 'code'
  | 'slug'
  | 'email'
  | 'url'
  | 'password'
  | 'phone'
  | 'int'
  | 'decimal'
  | 'money'
  | 'switch'
  | 'pick'
  | 'tags'
  | 'date'
  | 'instant'
  | 'image'
  | 'file'
  | 'private-file'
  | 'one'
  | 'many'
  | 'rows'
  | 'any'
  | 'picks'
  | 'percent'
  | 'time'
  | 'weekdays'
  | 'duration'
  | 'colour'
  | 'place'
  | 'json'
  | 'status'
  | 'permissions'

/** Every failure, whatever its status. `messages` is a map of field to texts, or a plain list of texts. */
export interface Failure {
  code: string
  messages: Record<string, string[]> | string[]
  /** Only with 401: the UI drops its session when it sees it. */
  error?: string
  /** Only with code STALE: the row as it stands now. */
  current?: Row
}

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

export type * from './plugin/manifest-wire.ts'

/** Display group of each of the 22 status words. */
export type StatusGroup = 'success' | 'progress' | 'warning' | 'danger' | 'other'

export type { SiteSettings } from './wire-site.ts'
