import type { Ctx } from 'stoa'
import { askChoice, type Asking, askText, canAsk, CliError, createUnknownNameError } from 'stoa/cli'
import { allMappings, chooseMapping, type Named } from '../../mapping/mappings.ts'
import { amended, type Amendment } from '../../mapping/amend.ts'
import { columnFinder } from '../../mapping/header.ts'
import type { Condition, Mapping, Target } from '../../mapping/mapping.ts'
import { headerKey } from '../../source/cell.ts'
import type { Layout } from '../../mapping/columns.ts'
import { withHeaderNames } from '../../mapping/starred-columns.ts'

/** Command-line options for reading a file. */
export interface ColumnOptions extends Asking {
  mapping?: string
  column?: string[]
  constant?: string[]
  group?: string[]
  inherit?: string[]
  saveMapping?: string
}

/** The mapping chosen for one file. */
export interface Chosen {
  mapping: Mapping
  /** Name of the saved or built-in mapping it is based on. */
  name?: string
  /** The mapping was recognised by the header, not named. */
  recognised: boolean
  /** Columns of the file that are not imported. */
  unread: string[]
  /** Name to save the mapping under. */
  saveAs?: string
}

/** @throws CliError for an unknown name, with the most similar one */
export async function mappingNamed(ctx: Ctx, resource: string, name: string): Promise<Named> {
  const all = await allMappings(ctx, resource)
  const found = all.find((m) => m.name === name)
  if (!found)
    throw createUnknownNameError(
      `mapping for ${resource} called`,
      name,
      all.map((m) => m.name),
      { hint: `stoa import mapping list ${resource}` },
    )
  return found
}

/** The named mapping, else the one recognised by the header; `--column` options override it. Asks for the rest on a terminal. */
export async function chooseColumns(ctx: Ctx, layout: Layout, header: readonly string[], o: ColumnOptions): Promise<Chosen> {
  const named = o.mapping === undefined ? undefined : await mappingNamed(ctx, layout.head.resource.name, o.mapping)
  const { name, ...chosen } = named ?? (await chooseMapping(ctx, layout, header))
  const mapping = withHeaderNames(chosen.mapping, header)
  const amend = getAmendment(ctx, layout, header, o)
  const amendedMapping = amended(mapping, amend)
  const columns: Mapping['columns'] = { ...amendedMapping.columns }
  const namedHeaders = new Set(Object.keys(amend.columns ?? {}).map(headerKey))
  const unread = getUnread(amendedMapping, header).filter((h) => !namedHeaders.has(headerKey(h)))
  let saveAs = o.saveMapping
  if (!name && unread.length > 0 && canAsk(o) && !o.yes) {
    for (const [column, field] of await askColumns(layout, columns, unread)) columns[column] = field
    saveAs ??= (await askText('Save this mapping as (leave blank to skip)')).trim() || undefined
  }
  const whole = { ...amendedMapping, columns }
  return {
    mapping: whole,
    ...(name === undefined ? {} : { name }),
    recognised: named === undefined && name !== undefined,
    unread: getUnread(whole, header),
    ...(saveAs === undefined ? {} : { saveAs }),
  }
}

/** Parses the options that override a mapping. @throws CliError for unknown names */
function getAmendment(ctx: Ctx, layout: Layout, header: readonly string[], o: ColumnOptions): Amendment {
  const columns: Record<string, Target[] | null> = {}
  for (const typed of o.column ?? []) {
    const { assignment, condition } = conditional(header, typed)
    const [typedColumn, fieldName] = parted('--column', assignment, 'Product title=name')
    const column = inHeader(header, typedColumn)
    // A repeated option maps the column to both fields; an empty field excludes the column.
    const to = fieldName === '' ? '' : fieldNamed(ctx, layout, fieldName)
    columns[column] = to === '' ? null : [...(columns[column] ?? []), condition ? { to, ...condition } : to]
  }
  const constants: Record<string, string> = {}
  for (const typed of o.constant ?? []) {
    const [field, value] = parted('--constant', typed, 'warehouse=main', typed.indexOf('='))
    constants[fieldNamed(ctx, layout, field)] = value
  }
  return {
    ...(o.column ? { columns } : {}),
    ...(o.constant ? { constants } : {}),
    ...(o.group ? { group: o.group.map((name) => inHeader(header, name)) } : {}),
    ...(o.inherit ? { inherit: o.inherit.map((name) => inHeader(header, name)) } : {}),
  }
}

/** `Sheet column=field?Other=a|b` applies to lines whose other column has one of these values, `!=` to lines with none of them. */
function conditional(
  header: readonly string[],
  typed: string,
): { assignment: string; condition?: Pick<Exclude<Target, string>, 'when' | 'unless'> } {
  const [, assignment, other, sign, words] = /^(.+=[\w:-]+)\?(.+?)(!?=)(.*)$/s.exec(typed) ?? []
  if (assignment === undefined || other === undefined) return { assignment: typed }
  const condition = { [inHeader(header, other.trim())]: (words ?? '').split('|').map((word) => word.trim()) }
  return { assignment, condition: sign === '=' ? { when: condition } : { unless: condition } }
}

/** Splits the value of an option at its separator. */
function parted(option: string, typed: string, example: string, at = typed.lastIndexOf('=')): [string, string] {
  if (at < 1)
    throw new CliError('usage', `${option} "${typed}" must read "${option === '--column' ? 'Sheet column=field' : 'field=text'}".`, {
      hint: `${option} "${example}"`,
    })
  return [typed.slice(0, at).trim(), typed.slice(at + 1).trim()]
}

/** The spelling of a column in the header of the file. */
function inHeader(header: readonly string[], typedName: string): string {
  const column = header.find((h) => headerKey(h) === headerKey(typedName))
  if (column === undefined) throw createUnknownNameError('column in the sheet called', typedName, header, { exit: 'usage' })
  return column
}

/** Finds one of our columns by its name, or by its label in any language. */
function fieldNamed(ctx: Ctx, layout: Layout, typedName: string): string {
  const field = layout.byName.get(typedName.toLowerCase()) ?? columnFinder(ctx.kernel, layout)(typedName)
  if (field?.reads) return field.name
  const resource = layout.head.resource.name
  const names = layout.columns.filter((c) => c.reads).map((c) => c.name)
  throw createUnknownNameError(`field of ${resource} called`, typedName, names, {
    exit: 'usage',
    hint: `stoa resource show ${resource}`,
  })
}

async function askColumns(layout: Layout, columns: Mapping['columns'], unread: readonly string[]): Promise<[string, string][]> {
  const mappedFields = new Set(Object.values(columns).filter((t): t is string => typeof t === 'string'))
  const answers: [string, string][] = []
  for (const column of unread) {
    const free = layout.columns.filter((c) => c.reads && !mappedFields.has(c.name))
    const field = await askChoice(`Column "${column}" →`, [
      { name: '(skip)', value: '' },
      ...free.map((c) => ({ name: c.name, value: c.name })),
    ])
    if (field === '') continue
    mappedFields.add(field)
    answers.push([column, field])
  }
  return answers
}

/** Headers that no target and no condition of the mapping uses. */
function getUnread(mapping: Mapping, header: readonly string[]): string[] {
  const used = new Set<string>()
  const use = (names: readonly string[]) => {
    for (const name of names) used.add(headerKey(name))
  }
  const useKeys = (condition: Condition | undefined) => use(Object.keys(condition ?? {}))
  for (const [name, target] of Object.entries(mapping.columns)) {
    if (target === null) continue
    use([name])
    for (const t of (Array.isArray(target) ? target : [target]) as readonly Target[]) {
      if (typeof t === 'string') continue
      useKeys(t.when)
      useKeys(t.unless)
    }
  }
  use(typeof mapping.group === 'string' ? [mapping.group] : (mapping.group ?? []))
  use(Object.keys(mapping.parse ?? {}))
  use([mapping.language?.column, mapping.external?.column].flat().filter((name) => name !== undefined))
  use([...Object.values(mapping.minus ?? {}), ...Object.values(mapping.join ?? {}).flat()])
  mapping.skip?.forEach(useKeys)
  for (const { column, when, unless } of mapping.leaveOut ?? []) {
    use([column])
    useKeys(when)
    useKeys(unless)
  }
  return header.filter((h) => h !== '' && !used.has(headerKey(h)))
}

/** The headers that identify this kind of file next time. */
export function getFingerprint(mapping: Mapping, header: readonly string[]): string[] {
  const unread = new Set(getUnread(mapping, header))
  return header.filter((h) => h !== '' && !unread.has(h))
}
