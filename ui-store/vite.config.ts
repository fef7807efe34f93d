import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.ts'
import { virtualModules } from './build/virtual.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const root = path('..')
const out = path('../dist/ui-store')

// `vite build` makes the browser's half, `vite build --ssr` the server's.
export default defineConfig(({ isSsrBuild }) => ({
  root: path('.'),
  appType: 'custom',
  plugins: [
    virtualModules(root),
    react(),
    ...(isSsrBuild ? [] : [precompress(`${out}/client/assets`)]),
  ],
  define: { 'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production') },
  // The server half carries its libraries with it: React is not installed in production.
  ssr: { noExternal: true, target: 'node' },
  server: { fs: { allow: [root] } },
  build: isSsrBuild
    ? {
        outDir: `${out}/server`,
        emptyOutDir: true,
        ssr: true,
        target: 'node20',
        rolldownOptions: { input: { 'entry-server': path('src/entry-server.tsx') } },
      }
    : {
        outDir: `${out}/client`,
        emptyOutDir: true,
        manifest: true,
        cssCodeSplit: false,
        target: 'es2022',
        rolldownOptions: { input: { 'entry-client': path('src/entry-client.tsx') } },
      },
}))
