import { listedPlugins } from './start/load.ts'

/** Plugin ids package.json names, less those PLUGINS_OFF names. */
export function listed(): string[] {
  const off = (process.env.PLUGINS_OFF ?? '').split(',').map((id) => id.trim())
  return listedPlugins(off)
}
