import { findUnguarded } from '../fields/guards.ts'
import { AppError, message } from '../http/errors.ts'
import { readBaseCurrency } from '../setting/base-currency.ts'
import type { Locale, Row } from '../api-types.ts'
import { compareValue } from './changes.ts'
import type { Resource } from './compile.ts'
import type { ValidatedInput } from './hooks.ts'
import { prefixFields } from './delete-row.ts'
import { rejectMissingFiles } from './file-paths.ts'
import type { Env } from './lock.ts'
import { Problems, requireComplete, parseInput, type ParseContext, type Values } from './parse-input.ts'
import { rejectHiddenReferences } from './hidden-references.ts'
import { rejectDecimals } from './whole-amounts.ts'

export interface WriteOptions {
  language: Locale
  source?: ValidatedInput['source']
  /** Values are texts of a form or sheet. */
  typed?: boolean
  globals?: ReadonlySet<string>
  /** Upload paths known to exist. Others are looked up when a write adds them. */
  files?: ReadonlySet<string>
}

/** A validated row ready to be stored, with its child rows by field. */
export interface PendingWrite {
  r: Resource
  write: ValidatedInput
  children: Map<string, PendingWrite[]>
}

/** Values for a new or existing row. */
export interface RowInput {
  old: Row | null
  input: Values
}

/** A row while it is prepared. `path`: its position in the written row. */
interface Preparing {
  taking: ParseContext
  write: ValidatedInput
  path: string
  /** The field that names the parent row. */
  parent?: string | undefined
}

/**
 * Turns input into a storable write: `parseInput`, parsing, `beforeValidate`, parsing of what it changed, completeness, `validate`.
 * All errors are collected.
 * @throws AppError INVALID by field, or what hooks throw.
 */
export async function prepareWrite(env: Env, r: Resource, old: Row | null, input: Values, o: WriteOptions): Promise<PendingWrite> {
  const [pending] = await prepareWrites(env, r, [{ old, input }], o)
  return pending as PendingWrite
}

/** Like `prepareWrite`, for several rows whose bulk hooks run together. An error does not say which row it belongs to. */
export async function prepareWrites(env: Env, r: Resource, rows: readonly RowInput[], o: WriteOptions): Promise<PendingWrite[]> {
  const list: Preparing[] = []
  for (const row of rows) list.push(await typed(env, r, row, o))
  await complete(r, list)
  const currency = readBaseCurrency(env.ctx.kernel)
  const pending: PendingWrite[] = []
  for (const row of list) {
    pending.push(await withChildren(row, r))
    requireComplete(row.taking, r, row.write.input, row.write.mode)
    await rejectMissingFiles(row.taking, r, row.write.input, { old: row.write.old, tx: env.tx, files: o.files })
    rejectDecimals(row.taking, r, row.write.input, { old: row.write.old, currency })
    row.taking.problems.settle()
  }
  await checkAll(r, pending, '')
  return pending
}

/** Parses the input of a row. */
async function typed(env: Env, r: Resource, { old, input }: RowInput, o: WriteOptions): Promise<Preparing> {
  const problems = new Problems()
  const taking: ParseContext = { ...env, ...o, problems }
  const write: ValidatedInput = {
    ctx: env.ctx,
    tx: env.tx,
    mode: old ? 'update' : 'create',
    id: old?.id ?? null,
    old,
    input: { ...input },
    language: o.language,
    source: o.source ?? 'api',
  }
  for (const hooks of r.hooks) await hooks.parseInput?.(write)
  write.input = await parseInput(taking, r, write.input, { old })
  const { column, notes } = r.def.scope ?? {}
  // New rows belong to the member of staff who creates them unless they name another owner: otherwise the creator could not see
  // them.
  if (!old && column && !notes && env.ctx.actor.kind === 'admin') write.input[column] ??= env.ctx.actor.id
  await rejectHiddenReferences(taking, r, write.input, { old, tx: env.tx })
  return { taking: { ...taking, typed: false, trusted: true }, write, path: '' }
}

/** Runs `beforeValidate` hooks and parses the values they changed. */
async function complete(r: Resource, list: readonly Preparing[]): Promise<void> {
  if (!r.hooks.some((h) => h.beforeValidate || h.beforeValidateMany)) return
  const originalInputs = new Map(list.map((row) => [row, { ...row.write.input }]))
  const [first] = list
  try {
    for (const hooks of r.hooks) {
      await hooks.beforeValidateMany?.(list.map(({ write }) => write))
      if (hooks.beforeValidate) for (const { write } of list) await hooks.beforeValidate(write)
    }
  } catch (error) {
    // Errors of hooks may result from missing values, so they are dropped while there are other errors.
    if (!(error instanceof AppError) || !first?.taking.problems.any) throw prefixFields(error, first?.path ?? '')
  }
  for (const row of list) {
    const { globals: _, ...trusted } = row.taking
    const { write, path, parent } = row
    write.input = await parseInput(trusted, r, write.input, { old: write.old, path, parent, parsedValues: originalInputs.get(row) ?? {} })
  }
}

/** A complete row with its prepared child rows. */
async function withChildren({ taking, write, path }: Preparing, r: Resource): Promise<PendingWrite> {
  refuseUnguarded(taking, r, write, path)
  const children = new Map<string, PendingWrite[]>()
  for (const f of r.fields) {
    const rows = write.input[f.name]
    if (f.meta.kind !== 'rows' || !Array.isArray(rows)) continue
    const below = await findChildren(taking, write, f.name, rows as Values[], {
      path: `${path}${f.name}`,
      child: taking.registry.resource(f.meta.to ?? ''),
      by: f.meta.by ?? '',
    })
    children.set(f.name, below)
    write.input[f.name] = below.map(({ write: { id, input } }) => (id === null ? input : { id, ...input }))
  }
  return { r, write, children }
}

/** Refuses to change a URL while a stored secret is sent to it. */
function refuseUnguarded({ ctx, problems }: ParseContext, r: Resource, { old, input }: ValidatedInput, path: string): void {
  const before: Values = old ?? {}
  const changed = (name: string) => {
    const field = r.byName.get(name)
    return field !== undefined && compareValue(field, before[name] ?? field.meta.default, input[name]).length > 0
  }
  const found = findUnguarded(r.fields, { old: before, input, changed, config: ctx.kernel.config })
  for (const [name, problem] of Object.entries(found)) problems.add(path + name, problem)
}

async function findChildren(
  taking: ParseContext,
  above: ValidatedInput,
  field: string,
  rows: readonly Values[],
  { path, child, by }: { path: string; child: Resource; by: string },
): Promise<PendingWrite[]> {
  const oldRowsById = new Map(((above.old?.[field] ?? []) as Row[]).map((row) => [row.id, row]))
  const list: PendingWrite[] = []
  for (const [i, { id, ...input }] of rows.entries()) {
    const old = typeof id === 'number' ? oldRowsById.get(id) : undefined
    // Each existing child row may occur once.
    if (id !== undefined && !old) taking.problems.add(`${path}.${i}`, message('core:rule.not_exists'))
    if (typeof id === 'number') oldRowsById.delete(id)
    if (child.byName.has('order') && input.order === undefined) input.order = i
    const write: ValidatedInput = { ...above, mode: old ? 'update' : 'create', id: old?.id ?? null, old: old ?? null, input }
    const row: Preparing = { taking, write, path: `${path}.${i}.`, parent: by }
    await complete(child, [row])
    list.push(await withChildren(row, child))
  }
  return list
}

async function checkAll(r: Resource, list: readonly PendingWrite[], path: string): Promise<void> {
  try {
    for (const hooks of r.hooks) {
      await hooks.validateMany?.(list.map(({ write }) => write))
      if (hooks.validate) for (const { write } of list) await hooks.validate(write)
    }
  } catch (error) {
    throw prefixFields(error, path)
  }
  for (const { children } of list)
    for (const [field, below] of children)
      for (const [i, child] of below.entries()) await checkAll(child.r, [child], `${path}${field}.${i}.`)
}
