import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Assets } from '../src/document.ts'
import { readAssets } from './assets.ts'

/** The server's half of the store. Its source is JSX and meant for Vite; the server sees its shape alone. */
export type ServerHalf = Pick<typeof import('../src/entry-server.tsx'), 'render' | 'shell'>

/** What the site needs of a Vite development server. */
export interface DevServer {
  ssrLoadModule: (path: string) => Promise<Record<string, unknown>>
}

export interface Bundle { half: ServerHalf; assets: Assets }

// What Vite's React plugin asks for when the page is not made by Vite.
const REFRESH = `import r from '/@react-refresh'
r.injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type`

/** Finds the built store once, or asks the development server anew for each page. */
export const bundleSource = (dist: string, vite?: DevServer): (() => Promise<Bundle>) => {
  if (vite) {
    return async () => ({
      half: (await vite.ssrLoadModule('/src/entry-server.tsx')) as unknown as ServerHalf,
      assets: {
        scripts: ['/@vite/client', '/src/entry-client.tsx'],
        styles: [],
        preload: {},
        extra: `<script type="module">${REFRESH}</script>`,
      },
    })
  }
  let loaded: Promise<Bundle> | undefined
  return () => {
    loaded ??= (async () => {
      const entry = join(dist, 'server/entry-server.js')
      if (!existsSync(entry)) throw new Error(`The store is not built: ${entry} is missing`)
      const half = (await import(pathToFileURL(entry).href)) as ServerHalf
      return { half, assets: readAssets(join(dist, 'client')) }
    })()
    return loaded
  }
}
