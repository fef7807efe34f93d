import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { importsWithGaps, productModules, shopPlugins } from '../cli/build/pages.ts'
import { ENTRIES_HAVE_NO_SIDE_EFFECTS } from '../cli/build/screens.ts'
import { precompress } from './build/precompress.ts'
import { virtualModules } from './build/virtual.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const root = path('..')
const { shop, plugins } = shopPlugins(root)

/** Marks a package as external to the server bundle. A shop elsewhere cannot resolve it by name, so the import uses its file path. */
const leftOut = (): Plugin => {
  const name = '@fastify/static'
  const file = createRequire(path('../package.json')).resolve(name)
  const resolved = { id: shop === root ? name : pathToFileURL(file).href, external: true }
  return { name: 'stoa-left-out', enforce: 'pre', resolveId: (id) => (id === name ? resolved : null) }
}

const OURS = /\/(ui-store\/src|plugins\/[a-z-]+)\//

/** Whether a module matches `these`, or depends on one that does. */
const leadsTo = (these: RegExp) => {
  const leads = (file: string, at: Rolldown.ChunkingContext, seen = new Set<string>()): boolean => {
    if (these.test(file)) return true
    if (seen.has(file)) return false
    seen.add(file)
    return (at.getModuleInfo(file)?.importedIds ?? []).some((id) => leads(id, at, seen))
  }
  return leads
}
const isOfFields = leadsTo(/\/ui-store\/src\/kit\/form\//)
const isOfForms = leadsTo(/\/ui-store\/src\/kit\/form\/(index|form)\.tsx?$/)
const getTier = (file: string, at: Rolldown.ChunkingContext) => (isOfForms(file, at) ? 'form' : isOfFields(file, at) ? 'fields' : 'shared')

/**
 * Code shared by several screens becomes one chunk: on a mobile connection twenty small files cost more than their content. Fields
 * and forms are two further chunks, loaded only by pages that use them.
 */
const groups: Rolldown.CodeSplittingGroup[] = (['shared', 'fields', 'form'] as const).map((tier, i) => ({
  name: (file, at) => (getTier(file, at) === tier ? tier : null),
  // Name in build reports; for a function-valued name the bundler would warn.
  debugName: tier,
  test: OURS,
  minShareCount: 2,
  priority: 3 - i,
}))

// `vite build` builds the client, `vite build --ssr` the server renderer.
export default defineConfig(({ isSsrBuild, command }) => ({
  root: path('.'),
  appType: 'custom',
  ...productModules(root),
  plugins: [virtualModules(root, plugins()), react(), isSsrBuild ? leftOut() : precompress()],
  define: {
    'process.env.NODE_ENV': JSON.stringify(command === 'build' ? 'production' : 'development'),
  },
  // The server bundle includes its libraries: fewer files to load, and a single React, the product's.
  ssr: command === 'build' ? { noExternal: true } : {},
  server: { fs: { allow: [root, shop] } },
  build: isSsrBuild
    ? {
        outDir: path('../dist/ui-store/server'),
        emptyOutDir: true,
        ssr: true,
        target: 'node20',
        dynamicImportVarsOptions: importsWithGaps(root),
        rolldownOptions: { input: { 'entry-server': path('entry-server.tsx') } },
      }
    : {
        outDir: path('../dist/ui-store/client'),
        emptyOutDir: true,
        manifest: true,
        cssCodeSplit: false,
        dynamicImportVarsOptions: importsWithGaps(root),
        target: 'es2022',
        rolldownOptions: {
          input: { 'entry-client': path('entry-client.tsx') },
          treeshake: { moduleSideEffects: ENTRIES_HAVE_NO_SIDE_EFFECTS },
          output: { codeSplitting: { groups } },
        },
      },
}))
