import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, posix } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { entryAliases } from '../../cli/build/entries.mjs'
import { projectRoot } from '../../core/root.ts'

/**
 * The archive of `npm pack` is self-contained: every import resolves to a file in the archive or to a package that is installed with it.
 * Packages that only check the product are not installed.
 */
const root = projectRoot()
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const manifest = JSON.parse(read('package.json')) as Record<'dependencies' | 'peerDependencies', Record<string, string>> & {
  bin: Record<string, string>
  exports: Record<string, string>
}
const installed = { ...manifest.dependencies, ...manifest.peerDependencies }
const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'], {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
})
const [archive] = JSON.parse(packed) as { files: { path: string }[] }[]
const files = new Set(archive?.files.map(({ path }) => path))

/** The package that tests of plugins install; only the test kit imports it. */
const OF_TESTS = 'vitest'

/** Templates of new plugins, and examples that the guides quote: the archive loads none of them. */
const isSample = (file: string) => /^(cli\/templates|docs)\//.test(file)
const sources = [...files].filter((file) => /\.(tsx?|mjs|css)$/.test(file) && !isSample(file))

/** Modules that a source imports, including types: the types of a plugin are checked against the sources. */
function listImports(file: string): string[] {
  const text = read(file)
  const found = file.endsWith('.css')
    ? [...text.matchAll(/@import (?:url\()?['"]([^'"]+)/g)].map(([, name = '']) => name)
    : ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
  return found.map((name) => name.replace(/\?.*$/, ''))
}
const imports = sources.flatMap((file) => listImports(file).map((name) => ({ file, name })))

const getPackageName = (name: string) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name
const isOutside = (name: string) => !/^[.]|^virtual:|^stoa(\/|$)/.test(name) && !isBuiltin(name)

test('every import in the archive resolves to the archive or to a package installed with it', () => {
  const aliases = entryAliases(root)
  const isThere = (file: string, name: string) => {
    if (name.startsWith('virtual:')) return true
    if (name.startsWith('.')) return files.has(posix.join(dirname(file), name))
    if (isOutside(name))
      return getPackageName(name) in installed || (getPackageName(name) === OF_TESTS && file.startsWith('tests/support/'))
    const alias = aliases.find(({ find }) => find.test(name))
    return isBuiltin(name) || (alias !== undefined && files.has(name.replace(alias.find, alias.replacement).slice(root.length + 1)))
  }
  expect(imports.length).toBeGreaterThan(5000)
  expect(imports.filter(({ file, name }) => !isThere(file, name)).map(({ file, name }) => `${file} imports ${name}`)).toEqual([])
})

test('every export and command of the package points to a file in the archive', () => {
  const plugins = readdirSync(join(root, 'plugins'))
  const named = [...Object.values(manifest.exports), ...Object.values(manifest.bin)].map((file) => posix.normalize(file))
  const lost = named.filter((file) => !['', ...plugins].some((plugin) => files.has(file.replace('*', plugin))))
  expect(lost).toEqual([])
})

test('every dependency of the archive is used', () => {
  const used = new Set(imports.filter(({ name }) => isOutside(name)).map(({ name }) => getPackageName(name)))
  const texts = sources.filter((file) => file.startsWith('cli/')).map(read)
  // A types package belongs to the package it describes. A package may also be resolved by name at run time.
  const isUsed = (name: string) =>
    used.has(name.replace(/^@types\//, '')) || name === '@types/node' || texts.some((text) => text.includes(`'${name}'`))
  expect(Object.keys(installed).filter((name) => !isUsed(name))).toEqual([])
})

test('the archive contains the folders of the product completely, except for their tests', () => {
  const isTest = (file: string) => /^(plugins\/[^/]+|ui-store)\/tests\/|\.test\.tsx?$/.test(file) && !isSample(file)
  const all = ['cli', 'core', 'docs', 'fixtures', 'migrations', 'plugins', 'ui-admin', 'ui-store'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .replaceAll('\\', '/'),
      ),
  )
  expect(all.filter((file) => files.has(file) === isTest(file))).toEqual([])
  // The archive contains no tests except the test kit for plugins.
  const others = [...files].filter((file) => /^\.|(^|\/)node_modules\/|^dist\/|^tests\/(?!support\/)/.test(file))
  expect(others).toEqual([])
})

test('every link in a page of the archive points to a file in the archive', () => {
  const lies = (path: string) => files.has(path) || [...files].some((file) => file.startsWith(`${path}/`))
  const links = [...files]
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => [...read(file).matchAll(/\]\((?!\w+:|#)([^)\s#]+)/g)].map(([, to = '']) => ({ file, to })))
  expect(links.length).toBeGreaterThan(200)
  const missing = links.filter(({ file, to }) => !lies(posix.join(dirname(file), to).replace(/\/$/, '')))
  expect(missing.map(({ file, to }) => `${file} links to ${to}`)).toEqual([])
})
