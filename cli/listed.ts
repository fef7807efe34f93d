import { listedPlugins } from './start/load.ts'

/** Plugin ids in package.json, without those in PLUGINS_OFF. */
export function listed(): string[] {
  const off = (process.env.PLUGINS_OFF ?? '').split(',').map((id) => id.trim())
  return listedPlugins(off)
}
