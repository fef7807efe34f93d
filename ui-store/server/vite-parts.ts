import { join } from 'node:path'
import type { Assets } from '../src/document.ts'
import { render, shell } from '../src/render.tsx'
import { readAssets } from './assets.ts'

/** The parts of a Vite development server that the site uses. */
export interface DevServer {
  ssrLoadModule: (path: string) => Promise<Record<string, unknown>>
}

/** The server renderer and the file names of the client. */
export interface Half {
  render: typeof render
  shell: typeof shell
  assets: Assets
}

// Preamble that Vite's React plugin needs when Vite does not serve the HTML.
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

/** Returns the built renderer, or with a development server its current version for each page. */
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
