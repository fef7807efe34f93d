import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Entries of plugins for pages of others only pass names on. The bundler is told so: who imports one name gets its file, not all
 * that the entry names. Goes into `treeshake.moduleSideEffects`.
 */
export const ENTRIES_HAVE_NO_SIDE_EFFECTS = [{ test: /\/plugins\/[^/]+\/(admin|store)\/index\.ts$/, sideEffects: false }]

/**
 * The screens in a plugin's folder `admin` or `store` that has no `screens.ts`, by their ids: `repair/card` is `card.tsx` there, or
 * `card/index.tsx`.
 */
export function foundScreens(folder: string, id: string): Map<string, string> {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  return new Map(
    entries.flatMap((entry): [string, string][] => {
      const file = join(folder, entry.name, ...(entry.isDirectory() ? ['index.tsx'] : []))
      return file.endsWith('.tsx') && existsSync(file) ? [[`${id}/${entry.name.replace(/\.tsx$/, '')}`, file]] : []
    }),
  )
}

/** A statement that brings what a plugin shows there into a module of the build, as `name`; undefined when it shows nothing. */
export function getPart(folder: string, id: string, name: string): string | undefined {
  const map = join(folder, 'screens.ts')
  if (existsSync(map)) return `import * as ${name} from ${JSON.stringify(map)}`
  const found = [...foundScreens(folder, id)].map(([screen, file]) => `${JSON.stringify(screen)}: () => import(${JSON.stringify(file)})`)
  return found.length > 0 ? `const ${name} = { screens: { ${found.join(', ')} } }` : undefined
}
