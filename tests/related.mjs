import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Finds the tests that cover changed files. It maps folders, not imports: plugins are loaded by name at run time, and nearly every test
 * starts the product. `node tests/related.mjs <file> …` prints the result.
 */
const E2E = fileURLToPath(new URL('./e2e/', import.meta.url))

/** Test folders by changed path; the first match counts. An empty list means no tests, and no match means all tests. */
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

/** Changes to these files affect every spec: they are shared by all specs. */
const EVERY_SPEC = /^(tests\/e2e\/(?!.*\.spec\.ts$)|tests\/support\/[^/]*browser|package(-lock)?\.json$)/

/** The specs, each with the folders that its first line lists. */
export const specs = () =>
  readdirSync(E2E)
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => ({
      path: `tests/e2e/${name}`,
      of: /^\/\/ of (.+)\n/.exec(readFileSync(join(E2E, name), 'utf8'))?.[1].split(' ') ?? [],
    }))

/** The test files for Vitest and Playwright; `undefined` means all. */
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
