import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ctx, type Db, validationError, type Kernel, sql, message, systemCtx } from 'stoa'
import { headerKey } from '../source/cell.ts'
import { type Layout, getLayoutFor } from './columns.ts'
import { columnFinder } from './header.ts'
import { asMapping, type Mapping, getTargets } from './mapping.ts'

/** A named mapping with the headers that identify a file. */
export interface Named {
  name: string
  /** Title: the system or file it is for; the name itself for a saved mapping. */
  title: string
  resource: string
  fingerprint: readonly string[]
  /** Further sets of headers, each of which identifies a file too: a system that exports labels or technical names. */
  otherFingerprints?: readonly (readonly string[])[]
  mapping: Mapping
  /** Shipped with a plugin. */
  builtIn: boolean
}

/** Matches headers to our columns by name. */
export function suggestMapping(kernel: Kernel, layout: Layout, header: readonly string[]): Mapping {
  const find = columnFinder(kernel, layout)
  const columns: Mapping['columns'] = {}
  const usedColumns = new Set<string>()
  for (const name of header) {
    const found = name === '' ? undefined : find(name)
    if (found && usedColumns.has(found.name)) continue
    if (found) usedColumns.add(found.name)
    if (name !== '') columns[name] = found?.name ?? null
  }
  return { columns }
}

/**
 * Chooses the mapping of a file by its header: our own columns directly; else the saved or built-in mapping whose fingerprint matches, the
 * longest first; else the headers that match by name.
 */
export async function chooseMapping(ctx: Ctx, layout: Layout, header: readonly string[]): Promise<{ name?: string; mapping: Mapping }> {
  const suggested = suggestMapping(ctx.kernel, layout, header)
  if (Object.values(suggested.columns).every((target) => target !== null)) return { mapping: suggested }
  const there = new Set(header.map(headerKey))
  const available = await allMappings(ctx, layout.head.resource.name)
  const fits = available.flatMap((named) => {
    const fingerprints = [named.fingerprint, ...(named.otherFingerprints ?? [])].filter((headers) => headers.length > 0)
    const lengths = fingerprints.filter((headers) => headers.every((h) => there.has(headerKey(h)))).map((headers) => headers.length)
    return lengths.length === 0 ? [] : [{ named, length: Math.max(...lengths) }]
  })
  const best = fits.sort((a, b) => Number(a.named.builtIn) - Number(b.named.builtIn) || b.length - a.length)[0]?.named
  return best ? { name: best.name, mapping: best.mapping } : { mapping: suggested }
}

/** Saved mappings of a resource by name, then those of plugins with the columns that the actor may import. */
export async function allMappings(ctx: Ctx, resource: string): Promise<Named[]> {
  const { kernel } = ctx
  const saved = await kernel.db.rows<{ name: string; mapping: Mapping & { fingerprint?: string[] } }>(
    sql`select name, mapping from import_mapping where resource = ${resource} order by name`,
  )
  const savedMappings = saved.map(({ name, mapping: { fingerprint = [], ...mapping } }) => ({
    name,
    title: name,
    resource,
    fingerprint,
    mapping,
    builtIn: false,
  }))
  const names = new Set(savedMappings.map((m) => m.name))
  const builtIn = builtInMappings(kernel).filter((m) => m.resource === resource && !names.has(m.name))
  return [...savedMappings, ...builtIn.map((named) => ({ ...named, mapping: fitting(ctx, named) }))]
}

/** A mapping by name. @throws AppError INVALID */
export async function mappingNamed(ctx: Ctx, resource: string, name: string): Promise<Named> {
  const found = (await allMappings(ctx, resource)).find((m) => m.name === name)
  if (!found) throw validationError({ mapping: message('core:rule.choice') })
  return found
}

/** Saves a mapping under a name, or replaces the one with this name. */
export async function saveMapping(db: Db, resource: string, name: string, mapping: Mapping, fingerprint: readonly string[]): Promise<void> {
  await db.run(sql`insert into import_mapping (resource, name, mapping) values (${resource}, ${name}, ${JSON.stringify({ ...mapping, fingerprint })}::json)
    on conflict (resource, name) do update set mapping = excluded.mapping, updated_at = now()`)
}

export async function deleteMapping(db: Db, resource: string, name: string): Promise<void> {
  await db.run(sql`delete from import_mapping where resource = ${resource} and name = ${name}`)
}

const read = new WeakMap<Kernel, Named[]>()

/** The mappings in `plugins/<id>/mappings/*.json` of enabled plugins. @throws naming the invalid file */
export function builtInMappings(kernel: Kernel): Named[] {
  let found = read.get(kernel)
  if (!found) {
    const all = kernel.registry.plugins.flatMap(({ id }) => {
      const folder = kernel.pluginFolder(id)
      return folder === undefined ? [] : inFolder(join(folder, 'mappings'))
    })
    read.set(kernel, (found = all.map((entry) => ({ ...entry, mapping: fitting(systemCtx(kernel, 'sheets'), entry) }))))
  }
  return found
}

/** A built-in mapping without the columns of plugins that are not enabled, and without sealed fields the actor may not read. */
function fitting(ctx: Ctx, { resource, mapping }: Named): Mapping {
  const { kernel } = ctx
  const r = kernel.registry.resources.get(resource)
  if (!r) return mapping
  const { byName } = getLayoutFor({ ...ctx, language: kernel.settings.mainLanguage }, r)
  const has = (name: string) => byName.has(name.toLowerCase())
  const columns = Object.entries(mapping.columns).map(([name, targets]) => [
    name,
    targets && getTargets(targets).filter((target) => has(typeof target === 'string' ? target : target.to)),
  ])
  const constants = Object.entries(mapping.constants ?? {}).filter(([name]) => has(name))
  return {
    ...mapping,
    columns: Object.fromEntries(columns) as Mapping['columns'],
    ...(mapping.constants ? { constants: Object.fromEntries(constants) } : {}),
  }
}

function inFolder(folder: string): Named[] {
  let files: string[]
  try {
    files = readdirSync(folder).filter((f) => f.endsWith('.json'))
  } catch {
    return []
  }
  return files.sort().map((file) => {
    try {
      const { title, resource, fingerprint, otherFingerprints, ...mapping } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
        title: string
        resource: string
        fingerprint: string[]
        otherFingerprints?: string[][]
      } & Mapping
      if (typeof title !== 'string' || typeof resource !== 'string' || !Array.isArray(fingerprint))
        throw new Error('it needs "title", "resource" and "fingerprint"')
      return {
        name: file.replace(/\.json$/, ''),
        title,
        resource,
        fingerprint,
        ...(otherFingerprints ? { otherFingerprints } : {}),
        mapping: asMapping(mapping),
        builtIn: true,
      }
    } catch (error) {
      throw new Error(`The mapping ${join(folder, file)} cannot be read: ${(error as Error).message}`, {
        cause: error,
      })
    }
  })
}
