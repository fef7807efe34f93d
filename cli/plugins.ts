import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { mentioned } from '../core/access/permission.ts'
import { loadPlugins } from './start/load.ts'
import type { Plugin } from '../core/plugin/define.ts'
import { projectRoot } from '../core/root.ts'
import { moduleOf } from './code.ts'
import { CliError } from './errors.ts'
import { unknown } from './nearest.ts'
import { paper } from './paper.ts'

export { namedPlugins } from './start/load.ts'

interface PackageFile {
  stoa?: { plugins?: string[] }
}

const packageFile = () => join(projectRoot(), 'package.json')

/** Writes the list back, leaving the rest of the file as it is. */
export function writeNamedPlugins(ids: readonly string[]): void {
  const text = readFileSync(packageFile(), 'utf8')
  const whole = JSON.parse(text) as PackageFile
  whole.stoa = { ...whole.stoa, plugins: [...ids] }
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  '
  writeFileSync(packageFile(), `${JSON.stringify(whole, null, indent)}\n`)
}

/** Every folder that holds a plugin, enabled or not. */
export function presentPlugins(): string[] {
  const folder = join(projectRoot(), 'plugins')
  if (!existsSync(folder)) return []
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((e) => e.isDirectory())
    .map((e) => e.name)
  const isPlugin = (id: string) =>
    ['plugin.ts', 'plugin.js'].some((file) => existsSync(join(folder, id, file))) ||
    existsSync(join(projectRoot(), 'dist', 'plugins', id, 'plugin.js'))
  return found.filter(isPlugin).sort()
}

/** @throws CliError not found, with the nearest id */
export function requirePlugin(id: string): string {
  const all = presentPlugins()
  if (!all.includes(id)) throw unknown('plugin', id, all, { hint: 'stoa plugin list' })
  return id
}

/** A plugin's manifest, whether it is enabled or not. */
export async function manifestOf(id: string): Promise<Plugin> {
  const all = await manifests([id])
  return all[0] as Plugin
}

/** Manifests of several, each by itself: whether they fit together is not asked. */
export async function manifests(ids: readonly string[]): Promise<Plugin[]> {
  return Promise.all(
    ids.map(async (id) => {
      const module = (await import(pathToFileURL(moduleOf('plugins', id, 'plugin')).href)) as { default?: Plugin }
      if (!module.default) throw new CliError('config', `plugins/${id}/plugin.ts exports nothing by default.`)
      return module.default
    }),
  )
}

/** What stops working when a plugin is not there, one line each; `hard` ones keep the product from starting. */
export async function breakage(id: string, enabled: readonly string[]): Promise<{ hard: string[]; soft: string[] }> {
  const left = enabled.filter((other) => other !== id)
  const others = await manifests(left)
  const hard = others.filter((p) => p.requires?.includes(id)).map((p) => `${p.id} requires it`)
  const own = await manifestOf(id)
  const soft: string[] = []
  const names = new Set((own.resources ?? []).map((r) => r.name))
  const opened = new Set((own.points ?? []).map(({ name }) => name))
  for (const p of others) {
    const extended = (p.extend ?? []).filter((e) => names.has(e.resource)).map((e) => e.resource)
    if (extended.length > 0) soft.push(`${p.id} adds to ${extended.join(', ')}, which is not there then`)
    const lost = (p.offers ?? []).filter(({ point }) => opened.has(point)).map(({ name, point }) => `"${name}" to ${point}`)
    if (lost.length > 0) soft.push(`${p.id} offers ${lost.join(', ')}, which nobody takes then`)
    if (extended.length + lost.length === 0 && p.after?.includes(id)) soft.push(`${p.id} uses it when it is there`)
  }
  if (names.size > 0) soft.push(`no screens, routes and permissions of ${[...names].join(', ')}; the tables and their rows stay`)
  const given = (own.offers ?? []).filter(({ point }) => !opened.has(point)).map(({ name, point }) => `"${name}" at ${point}`)
  if (given.length > 0) soft.push(`nothing is offered as ${given.join(', ')}`)
  const jobs = (own.jobs ?? []).map(({ name }) => name)
  if (jobs.length > 0) soft.push(`the jobs ${jobs.join(', ')} do not run`)
  if (hard.length === 0) hard.push(...(await misfit(left)))
  return { hard, soft }
}

/** Why these plugins do not make a product; none when they do. */
export async function misfit(ids: readonly string[]): Promise<string[]> {
  try {
    await loadPlugins(ids)
    await paper(ids)
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

/** Permissions an area of the admin asks for. */
export const screenNeeds = (plugin: Plugin): string[] =>
  [...new Set((plugin.admin?.screens ?? []).flatMap((s) => mentioned(s.needs ?? '')))].sort()
