/** The server part of the store: exports of `dist/ui-store/server/entry-server.js`. */
export { storeSite } from './server/plugin.ts'
export type { StoreSiteOptions } from './server/plugin.ts'
export { render, shell } from './src/render.tsx'
