import { join } from 'node:path'
import type { Assets } from '../src/document.ts'
import { render, shell } from '../src/render.tsx'
import { readAssets } from './assets.ts'

/** What the site needs of a Vite development server. */
export interface DevServer {
  ssrLoadModule: (path: string) => Promise<Record<string, unknown>>
}

/** The drawing half, and the names of the browser's files. */
export interface Half {
  render: typeof render
  shell: typeof shell
  assets: Assets
}

// What Vite's React plugin asks for when the page is not made by Vite.
const REFRESH = `import r from '/@react-refresh'
r.injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type`

const devAssets: Assets = {
  scripts: ['/@vite/client', '/entry-client.tsx'],
  imported: [],
  styles: [],
  preload: {},
  extra: `<script type="module">${REFRESH}</script>`,
}

/** What this bundle was built with, or with a development server its newest state for each page. */
export const halfSource = (dist: string, vite?: DevServer): (() => Promise<Half>) => {
  if (!vite) {
    const half: Half = { render, shell, assets: readAssets(join(dist, 'client')) }
    return () => Promise.resolve(half)
  }
  return async () => {
    const now = (await vite.ssrLoadModule('/entry-server.tsx')) as unknown as Pick<Half, 'render' | 'shell'>
    return { ...now, assets: devAssets }
  }
}
