import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Value of `treeshake.moduleSideEffects`: plugin entries only re-export. Telling the bundler so means that importing one name does
 * not pull in the whole entry.
 */
export const ENTRIES_HAVE_NO_SIDE_EFFECTS = [{ test: /\/plugins\/[^/]+\/(admin|store)\/index\.ts$/, sideEffects: false }]

/** Screens in a plugin's folder `admin` or `store` without `screens.ts`, by id: `repair/card` is `card.tsx` or `card/index.tsx`. */
export function foundScreens(folder: string, id: string): Map<string, string> {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  return new Map(
    entries.flatMap((entry): [string, string][] => {
      const file = join(folder, entry.name, ...(entry.isDirectory() ? ['index.tsx'] : []))
      return file.endsWith('.tsx') && existsSync(file) ? [[`${id}/${entry.name.replace(/\.tsx$/, '')}`, file]] : []
    }),
  )
}

/** Import statement for a plugin's screens, as `name`, in a generated module; undefined when it has none. */
export function getPart(folder: string, id: string, name: string): string | undefined {
  const map = join(folder, 'screens.ts')
  if (existsSync(map)) return `import * as ${name} from ${JSON.stringify(map)}`
  const found = [...foundScreens(folder, id)].map(([screen, file]) => `${JSON.stringify(screen)}: () => import(${JSON.stringify(file)})`)
  return found.length > 0 ? `const ${name} = { screens: { ${found.join(', ')} } }` : undefined
}
