import { readFile, writeFile } from 'node:fs/promises'
import { type Ctx, type Locale, translateMessages } from 'stoa'
import { toAppError, type CompiledField, INTERNAL } from 'stoa/engine'
import { Relations } from '../import/relations.ts'
import { bytesIn, shopFiles } from './shop-files.ts'
import { withUploadPaths } from './uploads.ts'

type Values = Record<string, unknown>

/** Content of `settings.json`. */
interface ShopSettings {
  /** Language of per-language columns without a suffix, in all files of the export. */
  language: Locale
  groups: Record<string, Values>
}

/** A setting that was rejected, with the reason. */
export interface RefusedSetting {
  setting: string
  error: string
}

const isRelation = ({ meta }: CompiledField) => meta.kind === 'one' || meta.kind === 'many'

const movesAlong = ({ meta }: CompiledField) => !meta.secret && meta.kind !== 'password'

/** Exports the settings of all groups without secrets. References to rows are written by name, as in the files. */
export async function exportSettings(ctx: Ctx, folder: string): Promise<string> {
  const { registry, settings } = ctx.kernel
  const relations = new Relations(ctx, 'shop')
  const groups: Record<string, Values> = {}
  for (const group of registry.settings.keys()) {
    const values = settings.read(group, '*')
    const moved: Values = {}
    for (const field of settings.asResource(group).fields) {
      if (!movesAlong(field)) continue
      const value = values[field.name]
      moved[field.name] = isRelation(field) ? await namesIn(ctx, relations, field, value) : value
    }
    groups[group] = moved
  }
  const text = `${JSON.stringify({ language: ctx.language, groups } satisfies ShopSettings, null, 2)}\n`
  await writeFile(shopFiles(folder).settings, text)
  return text
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value])

async function namesIn(ctx: Ctx, relations: Relations, { meta }: CompiledField, value: unknown): Promise<string[]> {
  const ids = listed(value).map(Number)
  const names = await relations.loadNames(ctx.kernel.db, ctx.kernel.registry.resource(meta.to ?? ''), ids)
  return ids.flatMap((id) => names.get(id) ?? [])
}

/** Reads the settings of another shop and replaces the upload paths; undefined when the folder has none. */
export async function readSettings(folder: string, paths: ReadonlyMap<string, string>): Promise<ShopSettings | undefined> {
  const { settings } = shopFiles(folder)
  if ((await bytesIn(settings)) === 0) return undefined
  return JSON.parse(withUploadPaths(await readFile(settings, 'utf8'), paths)) as ShopSettings
}

/**
 * Imports settings one by one, so that a rejected one does not affect the others. Settings that reference rows are imported after the
 * files: `named` selects them.
 */
export async function importSettings(ctx: Ctx, { groups }: ShopSettings, named: boolean): Promise<RefusedSetting[]> {
  const { registry, settings } = ctx.kernel
  const refused: RefusedSetting[] = []
  for (const [group, values] of Object.entries(groups)) {
    if (!registry.settings.has(group)) continue
    const selectedFields = settings
      .asResource(group)
      .fields.filter((f) => movesAlong(f) && isRelation(f) === named && values[f.name] !== undefined)
    const input: Values = {}
    for (const field of selectedFields) input[field.name] = named ? await idsIn(ctx, field, values[field.name]) : values[field.name]
    if (selectedFields.length === 0 || (await findError(ctx, group, input)) === undefined) continue
    for (const [name, value] of Object.entries(input)) {
      const error = await findError(ctx, group, { [name]: value })
      if (error !== undefined) refused.push({ setting: `${group}.${name}`, error })
    }
  }
  return refused
}

async function idsIn(ctx: Ctx, { meta }: CompiledField, value: unknown): Promise<unknown> {
  const relations = new Relations(ctx, 'shop')
  const target = ctx.kernel.registry.resource(meta.to ?? '')
  const names = listed(value).map(String)
  await relations.load(ctx.kernel.db, target, names)
  const ids = names.flatMap((name) => relations.find(target, name) ?? [])
  return meta.kind === 'one' ? (ids[0] ?? null) : ids
}

/** Writes settings of a group. Returns the reason when they are rejected. */
async function findError(ctx: Ctx, group: string, input: Values): Promise<string | undefined> {
  try {
    await ctx.kernel.settings.write(ctx.kernel, ctx, group, input, ctx.language)
    return undefined
  } catch (error) {
    const failed = toAppError(error)
    if (failed.kind === INTERNAL) throw error
    const texts = Array.isArray(failed.messages) ? failed.messages : Object.values(failed.messages).flat()
    return (translateMessages(ctx.kernel, 'en-US', texts) as string[]).join(' ')
  }
}
