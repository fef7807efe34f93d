import type { TObject, TSchema } from '@sinclair/typebox'
import { type Shape, t } from '../http/shapes.ts'
import { locales } from '../i18n/locale.ts'
import { settingsAreas } from '../setting/api-types.ts'
import type { Widget } from '../fields/api-types.ts'

/** Types of the admin manifest. Labels are in the requested language. */

const widget = t.open<Widget>(t.text("Input and cell component: a folder of the admin's `widgets/`."))
const locale = t.pick(locales)
const maybeNumber = t.optional(t.number())

/** A choice of a `pick` field with its label. */
export const Option = t.object({ value: t.either(t.text(), t.number()), label: t.text() })
export type Option = Shape<typeof Option>

/** A row that a relation field may refer to. */
export const Candidate = t.object({
  value: t.id(),
  label: t.text(),
  enabled: t.optional(t.flag('Whether this row is enabled, for resources whose rows can be disabled.')),
})
export type Candidate = Shape<typeof Candidate>

/** Shows a field only while another field has one of these values. */
export const ShowIf = t.object({ field: t.text(), in: t.list(t.either(t.text(), t.number(), t.flag())) })
export type ShowIf = Shape<typeof ShowIf>

/** Label, widget and limits of a field. */
const drawn = {
  name: t.text(),
  label: t.text(),
  widget,
  options: t.optional(t.list(Option)),
  to: t.optional(t.text('Resource that a `one` or `many` field refers to; `GET /api/admin/{to}/options?q=` returns candidates.')),
}

const field = {
  ...drawn,
  hint: t.optional(t.text()),
  required: t.flag(),
  localized: t.flag(),
  readOnly: t.flag(),
  default: t.optional(t.any()),
  initial: t.optional(t.pick(['now'])),
  minLength: maybeNumber,
  maxLength: maybeNumber,
  min: maybeNumber,
  max: maybeNumber,
  accept: t.optional(t.list(t.text('An accepted file type.'))),
  maxBytes: maybeNumber,
  among: t.optional(t.list(t.text('A resource that an `any` field may refer to.'))),
  slugOf: t.optional(t.text('For slugs: the field that suggestions are generated from.')),
  showIf: t.optional(ShowIf),
  group: t.text(),
  unique: t.optional(t.flag('Unique within the list.')),
  small: t.optional(t.flag('Usually a few lines, so its editor starts small.')),
  effects: t.optional(t.text('Consequences of a change, one line each; people confirm by typing the new value.')),
}

const withRows = <S extends TSchema>(rows: S) => t.object({ ...field, rows: t.optional(t.list(rows)) })

/** Everything a form or list needs to know about a field; `rows` describes the fields of child rows, which may be nested. */
export const FieldInfo = t.open<FieldInfo>(withRows(withRows(withRows(t.any()))))
export type FieldInfo = Shape<TObject<typeof field>> & { rows?: FieldInfo[] }

/** One column of a generic list. */
export const Column = t.object({
  ...drawn,
  sort: t.flag(),
  inline: t.flag(),
  batch: t.flag(),
  unique: t.flag(),
  extra: t.optional(t.flag('Shown only on request.')),
})
export type Column = Shape<typeof Column>

/** A typed filter. Sent as `name=value` (`a,b` = any of), `name__gte=`, `name__lte=`, `name__like=`, `name__empty=1`. */
export const Filter = t.object(drawn)
export type Filter = Shape<typeof Filter>

/** A button: a transition or an action on one row (`POST /{resource}/{id}/{name}`) or on many (`POST /{resource}/batch/{name}`, {ids}). */
export const ActionInfo = t.object({
  name: t.text(),
  label: t.text(),
  confirm: t.optional(t.text()),
  intent: t.optional(t.pick(['primary', 'success', 'warning', 'danger'])),
  from: t.optional(t.list(t.text('Available only while the row has one of these statuses.'))),
  to: t.optional(t.text('Target status of a transition.')),
  batch: t.flag(),
  input: t.optional(t.list(FieldInfo)),
})
export type ActionInfo = Shape<typeof ActionInfo>

const verbs = ['get', 'create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export', 'clone'] as const

/** What a person may do with a resource, filtered by their permissions. */
export type Verb = (typeof verbs)[number]

/** Short description of a permitted resource in the manifest: enough to draw its list. */
export const ResourceInfo = t.object({
  name: t.text(),
  path: t.text('Path of its list under /admin.'),
  label: t.text(),
  plural: t.text(),
  empty: t.text('What the list is for, shown while it is empty; blank when nothing is shown.'),
  title: t.text('Field with the display name of a row.'),
  verbs: t.list(t.pick(verbs)),
  columns: t.list(Column),
  filters: t.list(Filter),
  searchable: t.flag(),
  defaultSort: t.text(),
  actions: t.list(ActionInfo),
  status: t.optional(t.text('Field with the status, for resources with statuses.')),
  locked: t.flag('Updates must send the `version` they started from.'),
  localized: t.flag('A field is localized: the form shows the language bar.'),
  stay: t.flag('The form stays open after an update.'),
  tree: t.optional(t.text('Parent field of a tree.')),
  history: t.optional(t.text('Field that is set in historical rows, for which no action is available.')),
})
export type ResourceInfo = Shape<typeof ResourceInfo>

/** The form of a resource, loaded when it first opens. */
export const ResourceForm = t.object({
  name: t.text(),
  groups: t.list(t.object({ name: t.text(), label: t.text(), fields: t.list(FieldInfo) })),
  tabs: t.optional(t.list(t.object({ name: t.text(), label: t.text(), groups: t.list(t.text()) }))),
})
export type ResourceForm = Shape<typeof ResourceForm>

const menuLink = {
  label: t.text(),
  to: t.text(),
  icon: t.optional(t.text()),
  badge: t.optional(t.text('Key of its number of pending records in `GET /api/admin/badges`.')),
  area: t.optional(t.pick(settingsAreas)),
}

/** An entry on the page of another one. `area` is the settings group of a card. */
export const MenuLink = t.object(menuLink)
export type MenuLink = Shape<typeof MenuLink>

/** An entry of the menu. `items` are the tabs of its page, or the cards of the settings page. */
export const MenuItem = t.object({ ...menuLink, items: t.optional(t.list(MenuLink)) })
export type MenuItem = Shape<typeof MenuItem>

export const MenuSection = t.object({ id: t.text(), label: t.text(), icon: t.optional(t.text()), items: t.list(MenuItem) })
export type MenuSection = Shape<typeof MenuSection>

export const ScreenRef = t.object({
  path: t.text(),
  screen: t.text(),
  menu: t.optional(t.text('Path of the menu entry the screen belongs to, if not its own.')),
  opens_rows: t.optional(t.flag('Whether the rows of the list open in this screen, and not in the form.')),
})
export type ScreenRef = Shape<typeof ScreenRef>

export const SlotRef = t.object({ at: t.text(), screen: t.text() })
export type SlotRef = Shape<typeof SlotRef>

export const Language = t.object({ code: locale, name: t.text() })
export type Language = Shape<typeof Language>

/** A settings tab, with the labels of its fields for the search. */
export const SettingsTab = t.object({
  group: t.text(),
  label: t.text(),
  area: t.pick(settingsAreas),
  icon: t.optional(t.text()),
  fields: t.list(t.object({ name: t.text(), label: t.text(), hint: t.optional(t.text()) })),
})
export type SettingsTab = Shape<typeof SettingsTab>

/** A group of the settings page, in order. */
export const SettingsAreaInfo = t.object({ id: t.pick(settingsAreas), label: t.text() })
export type SettingsAreaInfo = Shape<typeof SettingsAreaInfo>

/** Response of `GET /api/admin/manifest?language=`: everything the admin of a signed-in person is built from. */
export const Manifest = t.object({
  site: t.object({ name: t.text(), currency: t.text(), main_language: locale, time_zone: t.text() }),
  language: locale,
  languages: t.list(Language),
  plugins: t.list(t.text()),
  menu: t.list(MenuSection),
  screens: t.list(ScreenRef),
  denied: t.list(t.object({ path: t.text(), needs: t.text('The permission the account lacks to open the screen.') })),
  slots: t.list(SlotRef),
  resources: t.record(ResourceInfo),
  settings: t.list(SettingsTab),
  areas: t.list(SettingsAreaInfo),
})
export type Manifest = Shape<typeof Manifest>
