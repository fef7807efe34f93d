import { hasPermission, type Actor, type Kernel } from '../context.ts'
import type { FieldMeta, Fields } from '../fields/types.ts'
import { getColumn } from '../fields/columns.ts'
import { fieldLabel, labelKeys, statusLabel } from '../i18n/labels.ts'
import { actionPermission, getVerbNeeds } from '../plugin/registry.ts'
import type { ActionInfo, Column, FieldInfo, Filter, Locale, Option, ResourceForm, ResourceInfo, Widget } from '../api-types.ts'
import { type CompiledField, isListed, type Resource } from './compile.ts'
import type { Action, Transition } from './define.ts'

const isStatus = (r: Resource, f: CompiledField) => r.def.states?.field === f.name || f.meta.widget === 'status'

const getWidget = (r: Resource, f: CompiledField): Widget =>
  isStatus(r, f)
    ? 'status'
    : (f.meta.widget ??
      (f.meta.named ? 'pick' : undefined) ??
      (f.meta.secret ? (f.meta.readNeeds === undefined ? 'password' : 'text') : f.kind.widget))

const NUMBER = /^\d+(\.\d+)?$/

/** The choices of a field with their labels; undefined when any value is allowed. */
export function fieldOptions(kernel: Kernel, locale: Locale, r: Resource, f: CompiledField): Option[] | undefined {
  const say = (keys: string | string[]) => kernel.i18n.t(locale, keys)
  if (f.meta.named)
    return [...kernel.contributions<{ title: string; of?: string }>(f.meta.named)]
      .filter(([, { of }]) => of === undefined || kernel.registry.resources.has(of))
      .map(([value, { title }]) => ({ value, label: say(title) }))
  if (!f.meta.values) return undefined
  return f.meta.values.map((value) => {
    if (isStatus(r, f)) return { value, label: statusLabel(kernel, locale, String(value)) }
    const keys = labelKeys(r, f.name).map((k) => `${k}_${String(value).replaceAll('-', '_').toLowerCase()}`)
    // A number is its own label.
    return { value, label: NUMBER.test(String(value)) && !keys.some((key) => kernel.i18n.has(key)) ? String(value) : say(keys) }
  })
}

/** The present ones of these options. */
const pickDefined = <K extends keyof FieldMeta>(meta: FieldMeta, names: readonly K[]) =>
  Object.fromEntries(names.flatMap((name) => (meta[name] === undefined ? [] : [[name, meta[name]]]))) as {
    [N in K]?: NonNullable<FieldMeta[N]>
  }

/** Label and widget of a field. */
function drawn(kernel: Kernel, locale: Locale, r: Resource, f: CompiledField): Filter {
  const choices = fieldOptions(kernel, locale, r, f)
  return {
    name: f.name,
    label: fieldLabel(kernel, locale, r, f.name),
    widget: getWidget(r, f),
    ...(choices ? { options: choices } : {}),
    ...(f.meta.to && f.meta.kind !== 'rows' ? { to: f.meta.to } : {}),
  }
}

/** Everything a form needs to know about a field, with its labels. */
export function fieldInfo(kernel: Kernel, locale: Locale, r: Resource, f: CompiledField): FieldInfo {
  const { meta } = f
  const hintKey = `${labelKeys(r, f.name)[0]}_hint`
  const child = meta.kind === 'rows' ? kernel.registry.resource(meta.to ?? '') : undefined
  return {
    ...drawn(kernel, locale, r, f),
    required: meta.required,
    localized: meta.localized ?? false,
    readOnly: meta.readOnly ?? false,
    group: meta.group ?? 'main',
    ...(kernel.i18n.has(hintKey) ? { hint: kernel.i18n.t(locale, hintKey) } : {}),
    ...pickDefined(meta, ['default', 'minLength', 'maxLength', 'min', 'max', 'small', 'initial']),
    ...(meta.accept ? { accept: [...meta.accept], maxBytes: meta.maxBytes } : {}),
    ...(meta.among ? { among: [...meta.among] } : {}),
    ...(child ? { rows: child.fields.filter((c) => c.name !== meta.by).map((c) => fieldInfo(kernel, locale, child, c)) } : {}),
    ...(meta.slugOf ? { slugOf: meta.slugOf } : {}),
    ...(meta.showIf ? { showIf: meta.showIf } : {}),
    ...(meta.unique ? { unique: true } : {}),
    ...(meta.confirm ? { effects: kernel.i18n.t(locale, `${labelKeys(r, f.name)[0]}_effects`) } : {}),
  }
}

/** Whether an optional field chooses among contributions and there are none. */
const isWithoutChoices = (kernel: Kernel, { meta }: CompiledField) =>
  Boolean(meta.named && meta.nullable && kernel.contributions(meta.named).size === 0)

/** The form of a resource, with the fields this person may write. */
export function formInfo(kernel: Kernel, r: Resource, locale: Locale, actor: Actor): ResourceForm {
  const groups = new Map<string, FieldInfo[]>()
  for (const f of r.fields) {
    if (f.meta.form === false || (f.meta.needs && !hasPermission(actor, f.meta.needs)) || isWithoutChoices(kernel, f)) continue
    const name = f.meta.group ?? 'main'
    groups.set(name, [...(groups.get(name) ?? []), fieldInfo(kernel, locale, r, f)])
  }
  // Groups of extensions are labelled by their plugins.
  const plugins = new Set([r.plugin, ...r.fields.flatMap(({ meta }) => meta.ext ?? [])])
  const label = (name: string) =>
    kernel.i18n.t(
      locale,
      [...plugins, 'core'].map((plugin) => `${plugin}:group.${name}`),
    )
  const placedGroups = new Set(Object.values(r.def.tabs ?? {}).flat())
  const tabs = Object.entries(r.def.tabs ?? {})
    .map(([name, tabGroups], i) => ({
      name,
      label: label(name),
      groups: [...groups.keys()].filter((group) => tabGroups.includes(group) || (i === 0 && !placedGroups.has(group))),
    }))
    .filter((tab) => tab.groups.length > 0)
  return {
    name: r.name,
    groups: [...groups].map(([name, fields]) => ({ name, label: label(name), fields })),
    ...(tabs.length > 1 ? { tabs } : {}),
  }
}

/** Short description of a resource for lists; undefined when this person may not read it. */
export function resourceInfo(kernel: Kernel, r: Resource, locale: Locale, actor: Actor): ResourceInfo | undefined {
  const verbs = r.verbs.filter((v) => hasPermission(actor, getVerbNeeds(v, r)))
  if (!verbs.includes('get')) return undefined
  const fields = [...r.fields, ...r.columns.values()]
  const listed = fields.filter(isListed)
  const orderedColumns = listed
    .map((f, i) => ({ f, at: typeof f.meta.list === 'number' ? f.meta.list : i + 1 }))
    .sort((a, b) => a.at - b.at)
  const timeColumn = (name: string, isShown = r.def.listStamps !== false): Column => ({
    ...(isShown ? {} : { extra: true }),
    name,
    label: kernel.i18n.t(locale, `core:field.${name}`),
    widget: 'instant',
    sort: true,
    inline: false,
    batch: false,
    unique: false,
  })
  const column = (f: CompiledField): Column => ({
    ...drawn(kernel, locale, r, f),
    sort: f.meta.sort ?? r.columns.get(f.name)?.sortBy !== undefined,
    inline: verbs.includes('update') && (f.meta.inline ?? false),
    batch: verbs.includes('batch update') && (f.meta.batch ?? false),
    unique: f.meta.unique ?? false,
  })
  const say = (key: string, fallback: string) =>
    kernel.i18n.has(`${r.plugin}:${r.name}.${key}`) ? kernel.i18n.t(locale, `${r.plugin}:${r.name}.${key}`) : fallback
  const label = say('_label', r.name.replaceAll('_', ' '))
  const changes = r.verbs.includes('update')
  return {
    name: r.name,
    path: r.path,
    label,
    plural: say('_plural', label),
    empty: say('_empty', ''),
    title: [...r.columns.values()].find((c) => c.title)?.name ?? r.title.name,
    verbs,
    columns: [
      { ...timeColumn('id'), label: 'ID', widget: 'int' },
      ...orderedColumns.map(({ f }) => column(f)),
      // Each time column once. Resources without updates always show the creation time.
      ...(r.def.listCreated || !changes ? [timeColumn('created_at')] : []),
      ...(changes ? [timeColumn('updated_at')] : []),
      ...(changes && !r.def.listCreated ? [timeColumn('created_at', false)] : []),
      ...fields
        // Any field that fits a cell is available as an optional column.
        .filter((f) => !listed.includes(f) && !f.kind.long && f.meta.list !== false && !f.meta.secret)
        .map((f) => ({ ...column(f), extra: true })),
    ],
    filters: r.fields.filter((f) => f.meta.filter).map((f) => drawn(kernel, locale, r, f)),
    searchable: r.fields.some((f) => f.meta.search),
    defaultSort: r.def.sortBy ?? '-id',
    actions: actionInfos(kernel, r, locale, actor),
    ...(r.def.states ? { status: r.def.states.field } : {}),
    locked: r.locked,
    localized: r.localized,
    stay: r.def.stay ?? true,
    ...(r.def.tree ? { tree: r.def.tree } : {}),
    ...(r.def.history ? { history: r.def.history } : {}),
  }
}

function actionInfos(kernel: Kernel, r: Resource, locale: Locale, actor: Actor): ActionInfo[] {
  const all: [string, Transition | Action][] = [...Object.entries(r.def.states?.transitions ?? {}), ...Object.entries(r.def.actions ?? {})]
  return all
    .filter(([name, def]) => def.manual !== false && hasPermission(actor, actionPermission(r, name, def)))
    .map(([name, def]) => ({
      name,
      label: kernel.i18n.t(locale, `${r.plugin}:${r.name}.${name}`),
      batch: 'run' in def ? (def.batch ?? false) : true,
      ...(def.confirm ? { confirm: kernel.i18n.t(locale, `${r.plugin}:${r.name}.${name}_confirm`) } : {}),
      ...(def.intent ? { intent: def.intent } : {}),
      ...(def.from ? { from: [...def.from] } : {}),
      ...('to' in def ? { to: def.to } : {}),
      ...(def.input ? { input: inputInfo(kernel, locale, r, def.input) } : {}),
    }))
}

function inputInfo(kernel: Kernel, locale: Locale, r: Resource, fields: Fields): FieldInfo[] {
  return Object.entries(fields).map(([name, schema]) => {
    const meta = schema['x-field']
    return fieldInfo(kernel, locale, r, { name, schema, meta, kind: meta.type, column: getColumn(name, meta) })
  })
}
