import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Assets } from '../src/document.ts'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  isEntry?: boolean
  src?: string
  name?: string
}

type Manifest = Record<string, Chunk>

const ENTRY = 'entry-client.tsx'
/** Path of a screen by convention; used only for preloading. */
const SCREEN = /plugins\/([a-z-]+)\/store\/([a-z-]+)\/index\.tsx$/
const LANGUAGE = /virtual:store-messages\/([A-Za-z-]+)$/

/** File names of the client build, from its manifest. */
export const readAssets = (client: string): Assets => {
  const path = join(client, '.vite/manifest.json')
  if (!existsSync(path)) throw new Error(`The store is not built: ${path} is missing`)
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  const entry = manifest[ENTRY]
  if (!entry) throw new Error(`The store's build has no ${ENTRY}`)
  const withImports = (chunk: Chunk): string[] => [
    `/${chunk.file}`,
    ...(chunk.imports ?? []).flatMap((key) => (manifest[key] ? withImports(manifest[key]) : [])),
  ]
  const first = new Set(withImports(entry))
  const preload: Record<string, string[]> = {}
  for (const [key, chunk] of Object.entries(manifest)) {
    const screen = SCREEN.exec(key)
    const id = screen ? `${screen[1]}/${screen[2]}` : LANGUAGE.exec(key)?.[1]
    if (id) preload[id] = withImports(chunk).filter((file) => !first.has(file))
  }
  const sheets = Object.values(manifest)
    .map((chunk) => chunk.file)
    .filter((file) => file.endsWith('.css'))
  const styles = [...new Set([...(entry.css ?? []), ...sheets])].map((file) => `/${file}`)
  const [script = '', ...imported] = first
  return { scripts: [script], imported, styles, preload }
}
