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
  // The first style sheet defines the order of cascade layers, so the shell's must precede those of plugins in every chunk.
  return `import ${JSON.stringify(join(root, 'ui-store/src/styles/index.css'))}
${lines.join('\n')}
export const parts = [${names.join(', ')}]
`
}

/** The messages of one language. Each plugin's messages are below its id, so that keys cannot collide. */
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

/** Adds the plugins' store screens and messages to the bundle. A plugin that is not in package.json is left out completely. */
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
