import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { ENTRIES_HAVE_NO_SIDE_EFFECTS, getPart } from '../cli/build/screens.ts'
import { importsWithGaps, productModules, shopPlugins } from '../cli/build/pages.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const product = resolve(here, '..')
const { shop, plugins } = shopPlugins(product)
const manifestFile = resolve(shop, 'package.json')
const VIRTUAL = 'virtual:plugins'
const RESOLVED = '\0' + VIRTUAL

/** One module that holds the screens of every enabled plugin, so that each screen becomes its own chunk. */
function pluginScreens(): Plugin {
  return {
    name: 'stoa-plugin-screens',
    resolveId: (id) => (id === VIRTUAL ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined
      const lines = plugins().flatMap(({ id, folder }, i) => getPart(resolve(folder, 'admin'), id, `p${i}`) ?? [])
      const all = `const all = [${lines.map((line) => /\bp\d+\b/.exec(line)?.[0]).join(', ')}]`
      const gather = (name: string) => `export const ${name} = Object.assign({}, ...all.map((plugin) => plugin.${name}))`
      const list = (name: string) => `export const ${name} = all.flatMap((plugin) => plugin.${name} ?? [])`
      return [...lines, all, gather('screens'), gather('guestPages'), gather('editors'), list('filled')].join('\n')
    },
    configureServer(server) {
      server.watcher.add(manifestFile)
      server.watcher.on('change', (file) => {
        const module = file === manifestFile && server.moduleGraph.getModuleById(RESOLVED)
        if (module) void server.reloadModule(module)
      })
    },
  }
}

/** Charts are drawn by the library STOA_CHARTS names; the other one stays out of the bundle. */
function charts(): Plugin {
  const chosen = process.env['STOA_CHARTS'] || 'highcharts'
  if (!['highcharts', 'chartjs'].includes(chosen)) throw new Error(`STOA_CHARTS is "${chosen}". Write highcharts or chartjs.`)
  const file = resolve(here, 'src/chart', `${chosen}.ts`)
  return { name: 'stoa-charts', resolveId: (id) => (id === 'virtual:chart' ? file : undefined) }
}

const api = process.env['STOA_URL'] ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: here,
  base: '/admin/',
  ...productModules(product),
  plugins: [react(), pluginScreens(), charts()],
  build: {
    outDir: '../dist/ui-admin',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    dynamicImportVarsOptions: importsWithGaps(product),
    rolldownOptions: { treeshake: { moduleSideEffects: ENTRIES_HAVE_NO_SIDE_EFFECTS } },
  },
  server: {
    port: 5173,
    fs: { allow: [product, shop] },
    // Whatever is not of the admin is the shop's: its API, its files, and the page that draws for the page builder.
    proxy: { '^/(?!admin/)': { target: api } },
  },
})
