import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InlineConfig } from 'vite'
import { listed } from '../listed.ts'
import { withLock } from '../lock.ts'
import { projectRoot, shopRoot } from '../../core/root.ts'
import { shopPlugins } from './pages.ts'
import { keepFormerAssets } from './previous-builds.ts'
import { lockOfInstalled } from './shop.mjs'

interface Bundle {
  /** Label in progress messages. */
  label: string
  folder: 'ui-admin' | 'ui-store'
  /** The file that exists when the bundle is built, relative to the project root. */
  output: string
  ssr?: boolean
}

const BUNDLES: Bundle[] = [
  { label: 'admin pages', folder: 'ui-admin', output: 'dist/ui-admin' },
  { label: 'store pages', folder: 'ui-store', output: 'dist/ui-store/client' },
  { label: 'store renderer', folder: 'ui-store', output: 'dist/ui-store/server', ssr: true },
]

/** Options of a build of the pages. */
export interface BuildUiOptions {
  /** Also builds what is up to date. */
  force?: boolean
  log?: (line: string) => void
}

/** Builds the pages of admin and store whose sources changed; returns the labels of what was built. */
export async function buildUi({ force = false, log = toStderr }: BuildUiOptions = {}): Promise<string[]> {
  if (!force && isUiFresh()) return []
  const dist = join(shopRoot(), 'dist')
  mkdirSync(dist, { recursive: true })
  const work = async () => {
    const built: string[] = []
    for (const bundle of BUNDLES) {
      // Another process may have built it while this one waited for the lock.
      if (!force && isFresh(bundle)) continue
      await buildOne(bundle, log)
      built.push(bundle.label)
    }
    return built
  }
  return withLock(join(dist, 'ui.lock'), work, 600_000)
}

/** Labels of what would be built. */
export const listPendingBuilds = (force = false): string[] =>
  BUNDLES.filter((bundle) => force || !isFresh(bundle)).map(({ label }) => label)

/** Whether all pages are built from the current sources. */
export function isUiFresh(): boolean {
  return BUNDLES.every(isFresh)
}

async function buildOne(bundle: Bundle, log: (line: string) => void): Promise<void> {
  const begun = Date.now()
  // Computed before the build: a change during the build leaves an older stamp, so the next start builds again.
  const sources = getSources(bundle)
  const stamp: Stamp = { seen: getMarks(sources), content: getContent(sources) }
  log(`Building the ${bundle.label} ...`)
  const folder = join(shopRoot(), bundle.output)
  stamp.files = await keepFormerAssets(folder, () => bundleWithVite(bundle), readStamp(bundle)?.files)
  writeFileSync(getStamp(bundle), JSON.stringify(stamp))
  log(`Built the ${bundle.label} in ${((Date.now() - begun) / 1000).toFixed(1)} s`)
}

/** What a bundle was built from: sizes and times of its sources and a hash of their contents; and its output files. */
interface Stamp {
  seen: string
  content: string
  files?: string[]
}

/** Sources are read only when a size or time changed; a checkout gives unchanged files new times. */
function isFresh(bundle: Bundle): boolean {
  if (!existsSync(join(shopRoot(), bundle.output))) return false
  const stamp = readStamp(bundle)
  const sources = getSources(bundle)
  const marks = getMarks(sources)
  if (stamp?.seen === marks) return true
  if (!stamp || stamp.content !== getContent(sources)) return false
  try {
    writeFileSync(getStamp(bundle), JSON.stringify({ ...stamp, seen: marks }))
  } catch {
    // The folder is not writable: the next start reads the sources again.
  }
  return true
}

function readStamp(bundle: Bundle): Stamp | undefined {
  try {
    return JSON.parse(readFileSync(getStamp(bundle), 'utf8')) as Stamp
  } catch {
    return undefined
  }
}

const getStamp = ({ output }: Bundle): string => join(shopRoot(), `${output}.stamp`)

const toStderr = (line: string): void => void process.stderr.write(`${line}\n`)

const getConfig = ({ folder }: Bundle): string => join(projectRoot(), folder, 'vite.config.ts')

/** The entry of the server renderer, which Vite must be given; the client's entry is index.html. */
const SSR_ENTRY = 'entry-server.tsx'

async function bundleWithVite(bundle: Bundle): Promise<void> {
  const { build } = await import('vite')
  const root = projectRoot()
  const config: InlineConfig = {
    configFile: getConfig(bundle),
    root: join(root, bundle.folder),
    mode: 'production',
    logLevel: 'warn',
    build: {
      outDir: join(shopRoot(), bundle.output),
      // Files of the previous build are still requested.
      emptyOutDir: false,
      ...(bundle.ssr && { ssr: join(root, bundle.folder, SSR_ENTRY) }),
    },
  }
  const mode = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    await build(config)
  } finally {
    if (mode === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = mode
  }
}

/** Sources, dependencies and settings of a bundle, in a fixed order. */
function getSources({ folder }: Bundle): string[] {
  const root = projectRoot()
  const part = folder === 'ui-admin' ? 'admin' : 'store'
  const paths = [folder, ...['money', 'colour', 'minutes'].map((name) => `core/${name}.ts`), 'core/locales', 'package.json']
  const parts = shopPlugins(root)
    .plugins()
    .flatMap(({ folder }) => [part, 'locales', 'domain'].map((inside) => join(folder, inside)))
  const lock = lockOfInstalled(root)
  return [...paths.map((path) => join(root, path)), ...(lock === undefined ? [] : [lock]), ...parts].flatMap((path) => [...filesIn(path)])
}

function* filesIn(path: string): Generator<string> {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) for (const name of readdirSync(path).sort()) yield* filesIn(join(path, name))
  else if (found) yield path
}

/** Pages contain the screens of enabled plugins, so the list of plugins is part of the hash. */
const digest = (parts: Iterable<string>): string => {
  const hash = createHash('sha1').update(`${process.env['STOA_CHARTS'] ?? ''} ${listed().join()}\n`)
  for (const part of parts) hash.update(`${part}\n`)
  return hash.digest('hex')
}

const getMarks = (files: readonly string[]): string =>
  digest(
    files.map((file) => {
      const { size, mtimeMs } = statSync(file)
      return `${file} ${size} ${mtimeMs}`
    }),
  )

const getContent = (files: readonly string[]): string => digest(files.flatMap((file) => [file, readFileSync(file, 'utf8')]))
