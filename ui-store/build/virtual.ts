import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { PluginFolder } from '../../cli/build/pages.ts'
import { getPart } from '../../cli/build/screens.ts'

const LOCALES = ['en-US', 'zh-HK', 'zh-CN']
const PLUGINS = 'virtual:store-plugins'
const MESSAGES = 'virtual:store-messages'

const pluginModule = (root: string, plugins: readonly PluginFolder[]): string => {
  const lines = plugins.flatMap(({ id, folder }, i) => getPart(join(folder, 'store'), id, `p${i}`) ?? [])
  const names = lines.map((line) => /\bp\d+\b/.exec(line)?.[0])
  // The order of layers is said by whichever style comes first, so the shell's stand before those of plugins in any chunk.
  return `import ${JSON.stringify(join(root, 'ui-store/src/styles/index.css'))}
${lines.join('\n')}
export const parts = [${names.join(', ')}]
`
}

/** One language of every part, each plugin's texts below its own id so that keys never meet. */
const messageModule = (root: string, plugins: readonly PluginFolder[], locale: string): string => {
  const shell = join(root, 'ui-store/src/i18n', `${locale}.json`)
  const parts = plugins
    .map(({ id, folder }) => [id, join(folder, 'store/locales', `${locale}.json`)] as const)
    .filter(([, file]) => existsSync(file))
  const all = [['shell', shell] as const, ...parts]
  const lines = all.map(([, file], i) => `import m${i} from ${JSON.stringify(file)}`)
  const body = all.map(([id], i) => `${JSON.stringify(id)}: m${i}`).join(', ')
  return `${lines.join('\n')}\nexport default { ${body} }\n`
}

/** Brings the plugins' store screens and texts into the bundle; a plugin left out of package.json leaves no trace. */
export const virtualModules = (root: string, plugins: readonly PluginFolder[]): Plugin => ({
  name: 'stoa-store-virtual',
  resolveId(id) {
    return id === PLUGINS || id === MESSAGES || id.startsWith(`${MESSAGES}/`) ? `\0${id}` : undefined
  },
  load(id) {
    if (id === `\0${PLUGINS}`) return pluginModule(root, plugins)
    if (id === `\0${MESSAGES}`) {
      const entries = LOCALES.map((code) => `'${code}': () => import('${MESSAGES}/${code}')`)
      return `export const messages = { ${entries.join(', ')} }\n`
    }
    if (id.startsWith(`\0${MESSAGES}/`)) return messageModule(root, plugins, id.slice(MESSAGES.length + 2))
    return undefined
  },
})
