import { type Ctx, AppError, type HeldFile, locales, type Row, slugFrom } from 'stoa'
import type { CompiledField } from 'stoa/engine'
import type { Column, Level } from '../mapping/columns.ts'
import type { Cell } from '../mapping/read-lines.ts'
import { plain, splitList } from '../source/cell.ts'
import { BadCell, comparable, getInput, sameText, spoilt } from './convert.ts'
import type { Draft, Problem } from './records.ts'
import type { Relations } from './relations.ts'

/** The input of a write, with the source cell of each value. */
export interface Built {
  input: Record<string, unknown>
  /** Field path (`stocks.0.price`, `name:zh-HK`) → cell. */
  cells: Map<string, Cell>
  /** Path of a child row (`stocks.0`) → its line. */
  lines: Map<string, number>
  problems: Problem[]
  /** Values that are valid but probably wrong. */
  warnings: Problem[]
}

interface Env {
  ctx: Ctx
  relations: Relations
}

/**
 * Builds the input for an existing or a new row. Child rows are merged by their key. Child rows that the file does not mention are listed
 * by id alone, because an omitted child row would be deleted.
 */
export async function build(env: Env, draft: Draft, old: Row | undefined): Promise<Built> {
  const built: Built = { input: {}, cells: new Map(), lines: new Map(), problems: [], warnings: [] }
  built.input = await fill(env, built, draft, old, '')
  return built
}

async function fill(env: Env, built: Built, draft: Draft, old: Row | undefined, path: string): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {}
  const extras: Record<string, string> = {}
  for (const [column, cell] of draft.cells) {
    if (!column.reads) continue
    const spoiled = spoilt(column, cell)
    if (spoiled) built.problems.push({ line: cell.line, cell, why: spoiled })
    else if (column.extra !== undefined) {
      extras[column.extra] = cell.clear ? '' : cell.text.trim()
      built.cells.set(path + column.extra, cell)
    } else {
      try {
        put(env, input, column, cell, old)
      } catch (error) {
        if (!(error instanceof BadCell)) throw error
        built.problems.push({ line: cell.line, cell, why: error.why })
      }
      note(built, column, cell, path)
    }
  }
  readExtras(env, built, draft, extras, input, old, path)
  if (!old) await suggestSlugs(draft.level, input)
  for (const [level, drafts] of draft.children) await children(env, built, level, drafts, input, old, path)
  warn(built, draft, { ...old, ...input }, path)
  return input
}

/** Records a warning of the resource at the first cell it concerns. */
function warn(built: Built, { level }: Draft, row: Record<string, unknown>, path: string): void {
  for (const { fields, why } of level.resource.def.sheet?.warn?.(row) ?? []) {
    const cell = fields.map((name) => built.cells.get(path + name)).find((found) => found !== undefined)
    if (cell) built.warnings.push({ line: cell.line, cell, why })
  }
}

/** Records the source cell of a field; of several languages the plain path refers to the first. */
function note(built: Built, column: Column, cell: Cell, path: string): void {
  const name = path + (column.field?.name ?? '')
  if (column.locale) built.cells.set(`${name}:${column.locale}`, cell)
  if (!built.cells.has(name)) built.cells.set(name, cell)
}

function put({ ctx, relations }: Env, input: Record<string, unknown>, column: Column, cell: Cell, old: Row | undefined): void {
  const { field, item, locale } = column
  if (!field) return
  const before = old?.[field.name]
  // Files contain the name of a private file; the same name means unchanged.
  if (field.meta.kind === 'privateFile' && sameText((before as HeldFile | null | undefined)?.name, cell.text)) return
  if (item) input[field.name] = items(column, cell, before as Row[] | undefined)
  else if (locale) {
    const value = getInput(ctx.kernel, relations, column, cell)
    const previous = (before as Record<string, unknown> | undefined)?.[locale]
    if (!sameText(previous, value)) input[field.name] = { ...(input[field.name] as object | undefined), [locale]: value }
  } else {
    const value = getInput(ctx.kernel, relations, column, cell)
    if (!sameText(before, value)) input[field.name] = value
  }
}

/** Child rows named in one cell: new ones are appended to the existing ones. */
function items(column: Column, cell: Cell, old: Row[] = []): Record<string, unknown>[] {
  if (cell.clear) return []
  const name = column.item?.name ?? ''
  const there = new Set(old.map((row) => String(row[name])))
  const added = [...new Set(splitList(cell.text).map(plain))].filter((value) => !there.has(value))
  return [...old.map((row) => ({ ...untouched(row), [name]: row[name] })), ...added.map((value) => ({ [name]: value }))]
}

/** An unchanged child row. Its position is included, because rows without one are renumbered. */
const untouched = (row: Row): Record<string, unknown> => ({
  id: row.id,
  ...('order' in row ? { order: row.order } : {}),
})

/** An unchanged child row with its key, by which hooks of the parent distinguish it from a new one. */
function existing(level: Level, row: Row): Record<string, unknown> {
  const keyFields = level.key.filter((f) => !f.meta.readOnly && !f.meta.localized && f.column !== null)
  return { ...untouched(row), ...Object.fromEntries(keyFields.map((f) => [f.name, row[f.name]])) }
}

function readExtras(
  { ctx }: Env,
  built: Built,
  draft: Draft,
  extras: Record<string, string>,
  input: Record<string, unknown>,
  old: Row | undefined,
  path: string,
): void {
  const { sheet } = draft.level.resource.def
  if (!sheet?.read || Object.keys(extras).length === 0) return
  try {
    sheet.read(extras, input, ctx, old)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const found = Array.isArray(error.messages) ? [['', error.messages] as const] : Object.entries(error.messages)
    for (const [name, whys] of found) {
      const cell = built.cells.get(path + name)
      for (const reason of whys)
        built.problems.push({ line: cell?.line ?? draft.line, ...(cell ? { cell } : { path: path + name }), why: reason })
    }
  }
}

/** Generates missing slugs as the form does, unless the hooks of the resource do it. */
async function suggestSlugs(level: Level, input: Record<string, unknown>): Promise<void> {
  if (level.resource.hooks.some((h) => h.beforeValidate ?? h.beforeValidateMany)) return
  for (const f of level.resource.fields) {
    if (!f.meta.slugOf || !f.meta.required || f.meta.readOnly || input[f.name] !== undefined) continue
    const sourceValue = input[f.meta.slugOf]
    const title =
      typeof sourceValue === 'object' && sourceValue !== null
        ? Object.values(sourceValue).find((v) => typeof v === 'string' && v.trim() !== '')
        : sourceValue
    if (typeof title === 'string' && title.trim() !== '') input[f.name] = await slugFrom(title, f.meta.slugLength ?? 15)
  }
}

async function children(
  env: Env,
  built: Built,
  level: Level,
  drafts: Draft[],
  input: Record<string, unknown>,
  old: Row | undefined,
  path: string,
): Promise<void> {
  const name = level.rows?.name ?? ''
  const before = (old?.[name] ?? []) as Row[]
  const left = new Map<string, Row[]>()
  for (const row of before) left.set(keyOfRow(level, row), [...(left.get(keyOfRow(level, row)) ?? []), row])
  const found = new Map<Row, Draft>()
  const added: Draft[] = []
  for (const draft of drafts) {
    const row = left.get(keyOfDraft(env, level, draft))?.shift()
    if (row) found.set(row, draft)
    else added.push(draft)
  }
  const list: Record<string, unknown>[] = []
  const place = async (draft: Draft, row: Row | undefined) => {
    const at = `${path}${name}.${list.length}`
    built.lines.set(at, draft.line)
    const values = await fill(env, built, draft, row, `${at}.`)
    list.push(row ? { ...existing(level, row), ...values } : values)
  }
  for (const row of before) {
    const draft = found.get(row)
    if (draft) await place(draft, row)
    else list.push(existing(level, row))
  }
  for (const draft of added) await place(draft, undefined)
  input[name] = list
}

/** Field types that hold measures or content and do not identify a row. */
const measures = new Set(['int', 'decimal', 'money', 'flag', 'area', 'rich', 'json', 'tags', 'many'])

/** Fields that distinguish child rows; without a key, all fields that may identify one. */
function getKey(level: Level): CompiledField[] {
  if (level.key.length > 0) return level.key
  const all = [...new Set(level.columns.flatMap((c) => (c.field && c.reads ? [c.field] : [])))]
  const nonMeasures = all.filter((f) => !measures.has(f.meta.kind))
  return nonMeasures.length > 0 ? nonMeasures : all
}

function keyOfRow(level: Level, row: Row): string {
  return JSON.stringify(
    getKey(level).map((f) => (f.meta.localized ? everyLanguage((row[f.name] ?? {}) as object) : comparable(f, row[f.name]))),
  )
}

const everyLanguage = (map: object) =>
  locales.map((l) =>
    String(new Map<string, unknown>(Object.entries(map)).get(l) ?? '')
      .replaceAll('\r\n', '\n')
      .trim(),
  )

function keyOfDraft({ ctx, relations }: Env, level: Level, draft: Draft): string {
  return JSON.stringify(
    getKey(level).map((f) => {
      const cells = [...draft.cells].filter(([c]) => c.field === f)
      try {
        if (f.meta.localized) return everyLanguage(Object.fromEntries(cells.map(([c, cell]) => [c.locale, cell.text])))
        const [entry] = cells
        // A blank cell stands for null, or for the default value of a new row.
        return comparable(f, entry ? getInput(ctx.kernel, relations, ...entry) : f.meta.nullable ? null : f.meta.default)
      } catch (error) {
        if (error instanceof BadCell) return ''
        throw error
      }
    }),
  )
}

/** Maps the errors of a rejected write to cells. */
export function getProblems(built: Built, draft: Draft, error: AppError, language: string): Problem[] {
  if (Array.isArray(error.messages)) return error.messages.map((reason) => ({ line: draft.line, why: reason }))
  return Object.entries(error.messages).flatMap(([path, whys]) => {
    const cell = built.cells.get(path) ?? built.cells.get(`${path}:${language}`) ?? built.cells.get(path.replace(/:[^.:]*$/, ''))
    const field = cell ? undefined : path
    return whys.map((reason) => ({
      line: cell?.line ?? getLine(built, path) ?? draft.line,
      ...(cell ? { cell } : {}),
      ...(field ? { path } : {}),
      why: reason,
    }))
  })
}

/** The line of the nearest child row on a path. */
function getLine(built: Built, path: string): number | undefined {
  for (let at = path; at !== ''; at = at.includes('.') ? at.slice(0, at.lastIndexOf('.')) : '') {
    const line = built.lines.get(at)
    if (line !== undefined) return line
  }
  return undefined
}
