import type { Config } from '../../core/config.ts'
import { nearest } from '../../core/text/edit-distance.ts'
import { readConfig } from './config.ts'
import { namedPlugins } from './load.ts'

/** Read outside the configuration: by the first start, by the build of the admin, and to find the shop. */
const ELSEWHERE = ['STOA_FIRST_RUN', 'STOA_CHARTS', 'STOA_SHOP']
/** Variables of other programs around the product. */
const FOREIGN = /^STOA_(?:TEST|E2E)_/

/** Variables that have no effect, one line each: unknown names that begin like ours, and unknown plugins in PLUGINS_OFF. */
export function findUnknownVariables(
  { pluginsOff }: Pick<Config, 'pluginsOff'>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string[] {
  const allowedNames = new Set(ELSEWHERE)
  readConfig({}, allowedNames)
  const suggest = (word: string, all: Iterable<string>) => {
    const near = nearest(word, all)
    return near === undefined ? '' : ` Did you mean ${near}?`
  }
  const names = Object.keys(env).filter((name) => name.startsWith('STOA_') && !FOREIGN.test(name) && !allowedNames.has(name))
  const plugins = namedPlugins()
  return [
    ...names.map((name) => `Nobody reads ${name}.${suggest(name, allowedNames)}`),
    ...pluginsOff
      .filter((id) => !plugins.includes(id))
      .map((id) => `PLUGINS_OFF names "${id}", which is no plugin here.${suggest(id, plugins)}`),
  ]
}
