/** The JSON that crosses the wire between the kernel and its two UIs. Types only, so nothing of the server reaches a browser. */

export type { Me, Right, Rights } from './access/wire.ts'

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

/** A choice of a `pick` field, translated. */
export interface Option {
  value: string | number
  label: string
}

/** Shows a field only while another one holds one of these values. */
export interface ShowIf {
  field: string
  in: (string | number | boolean)[]
}

/** Everything a form or a list needs to know about one field. Labels are in the language that was asked for. */
export interface FieldInfo {
  name: string
  label: string
  hint?: string
  widget: Widget
  required: boolean
  localized: boolean
  readOnly: boolean
  default?: unknown
  minLength?: number
  maxLength?: number
  min?: number
  max?: number
  options?: Option[]
  /** Name of the resource a `one` or `many` field points at; `GET /api/admin/{to}/options?q=` finds candidates. */
  to?: string
  /** Names of the resources an `any` field may point at. */
  among?: string[]
  /** Fields of each child row when `widget` is `rows`. */
  rows?: FieldInfo[]
  /** For slugs: the field a suggestion is made from. */
  slugOf?: string
  showIf?: ShowIf
  group: string
  /** Must not repeat within the list; see the inline-edit message. */
  unique?: boolean
  /** What follows from changing it, one line each: people confirm by typing the new value. */
  effects?: string
}

/** One column of a generic list. */
export interface Column {
  name: string
  label: string
  widget: Widget
  sort: boolean
  inline: boolean
  batch: boolean
  unique: boolean
  options?: Option[]
  to?: string
  /** Shown only once somebody asks for it. */
  extra?: boolean
}

/** A typed filter. Sent as `name=value` (`a,b` = any of), `name__gte=`, `name__lte=`, `name__like=`, `name__empty=1`. */
export interface Filter {
  name: string
  label: string
  widget: Widget
  options?: Option[]
  to?: string
}

/** A button: a state move or an action on one row (`POST /{resource}/{id}/{name}`) or on many (`POST /{resource}/batch/{name}`, {ids}). */
export interface ActionInfo {
  name: string
  label: string
  confirm?: string
  intent?: 'primary' | 'success' | 'warning' | 'danger'
  /** Offer it only while the row's status is one of these. */
  from?: string[]
  batch: boolean
  /** Input asked in a dialog before the call. */
  input?: FieldInfo[]
}

/** What a person may do with a resource, already cut down to their permissions. */
export type Verb = 'get' | 'create' | 'update' | 'destroy' | 'batch update' | 'batch destroy' | 'import' | 'export' | 'clone'

/** The light description every allowed resource has in the manifest: enough to draw its list. */
export interface ResourceInfo {
  name: string
  /** Path under /admin of its list screen, for example `blog/article`. */
  path: string
  label: string
  plural: string
  /** Field that names a row to people. */
  title: string
  verbs: Verb[]
  columns: Column[]
  filters: Filter[]
  searchable: boolean
  defaultSort: string
  actions: ActionInfo[]
  /** Field holding the status word, when the resource has states. */
  status?: string
  /** True when updates must carry the `version` they started from. */
  locked: boolean
  /** True when any field is per language: the edit screen shows the language bar. */
  localized: boolean
  /** Stay on the form after an update (else go back one page only after create and delete). */
  stay: boolean
  /** Parent field of a tree resource. */
  tree?: string
}

/** Answer of `GET /api/admin/manifest/{resource}`: fetched when its form first opens. */
export interface ResourceForm {
  name: string
  groups: { name: string; label: string; fields: FieldInfo[] }[]
  /** Pages of the form by the names of their groups; absent when all stand on one. */
  tabs?: { name: string; label: string; groups: string[] }[]
}

export interface MenuItem {
  label: string
  to: string
  icon?: string
  /** Key of its number of waiting records in the answer of `GET /api/admin/badges`. */
  badge?: string
}
export interface MenuSection {
  id: string
  label: string
  icon?: string
  items: MenuItem[]
}
export interface ScreenRef {
  path: string
  screen: string
}
export interface SlotRef {
  at: string
  screen: string
}
export interface Language {
  code: Locale
  name: string
}

/** A tab of the configuration, with the names of its fields so that it can be searched. */
export interface SettingsTab {
  group: string
  label: string
  fields: { name: string; label: string; hint?: string }[]
}

/** Answer of `GET /api/admin/manifest?language=`: all a signed-in person's admin is made of. */
export interface Manifest {
  site: { name: string; currency: string; main_language: Locale; time_zone: string }
  /** Language of the labels in this manifest. */
  language: Locale
  /** Languages content is kept in, main language first. */
  languages: Language[]
  plugins: string[]
  menu: MenuSection[]
  screens: ScreenRef[]
  slots: SlotRef[]
  resources: Record<string, ResourceInfo>
  /** Settings groups the person may see, in tab order. */
  settings: SettingsTab[]
}

/** Display group of each of the 22 status words. */
export type StatusGroup = 'success' | 'progress' | 'warning' | 'danger' | 'other'

export type { SiteSettings } from './wire-site.ts'
