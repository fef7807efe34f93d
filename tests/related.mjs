import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Which tests speak of files. By folder and not by who imports whom: plugins are loaded by their names while the product
 * runs, and nearly every test starts the product. `node tests/related.mjs <file> …` prints what it finds.
 */
const E2E = fileURLToPath(new URL('./e2e/', import.meta.url))

/** Where the tests of a folder lie; the first that fits counts. An empty list: none; nothing that fits: all of them. */
const VITEST = [
  [/^(plugins\/[^/]+\/)/, (own) => [own, 'tests/contract/']],
  [/^core\//, () => ['core/', 'tests/kernel/', 'tests/contract/']],
  [/^cli\/database\//, () => ['tests/kernel/embedded', 'tests/cli/']],
  [/^cli\//, () => ['cli/', 'tests/contract/']],
  [/^(ui-admin\/|ui-store\/)/, (own) => [own, 'tests/contract/']],
  [/^migrations\//, () => ['tests/kernel/', 'tests/contract/']],
  [/^docs\/examples\//, () => ['docs/examples/', 'tests/contract/']],
  [/^(docs\/|[^/]+\.md$)/, () => ['tests/contract/docs']],
  [/^(tests\/.*\.test\.tsx?)$/, (own) => [own]],
  [/^tests\/(e2e|bench)\//, () => []],
  [/^(tests\/(?:cli|kernel|feature|contract)\/)/, (own) => [own]],
]

/** These change every journey: what all specs are built of. */
const EVERY_SPEC = /^(tests\/e2e\/(?!.*\.spec\.ts$)|tests\/support\/[^/]*browser|package(-lock)?\.json$)/

/** The specs, each with the folders its first line says it is of. */
export const specs = () =>
  readdirSync(E2E)
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => ({
      path: `tests/e2e/${name}`,
      of: /^\/\/ of (.+)\n/.exec(readFileSync(join(E2E, name), 'utf8'))?.[1].split(' ') ?? [],
    }))

/** What Vitest and Playwright are to be asked for; `undefined` for all there is. */
export function relatedTo(files) {
  const vitest = new Set()
  const browser = new Set()
  let all = false
  for (const file of files) {
    const found = VITEST.map(([pattern, paths]) => [pattern.exec(file), paths]).find(([match]) => match)
    if (!found) all = true
    else for (const path of found[1](found[0][1])) vitest.add(path)
    for (const { path, of } of specs())
      if (path === file || EVERY_SPEC.test(file) || of.some((folder) => file.startsWith(`${folder}/`))) browser.add(path)
  }
  return { vitest: all ? undefined : [...vitest].sort(), browser: [...browser].sort() }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${JSON.stringify(relatedTo(process.argv.slice(2)))}\n`)
