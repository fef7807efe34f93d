/** The server's half of the store: what `dist/ui-store/server/entry-server.js` offers to whoever serves it. */
export { storeSite } from './server/plugin.ts'
export type { StoreSiteOptions } from './server/plugin.ts'
export { render, shell } from './src/render.tsx'
