import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InlineConfig } from 'vite'
import { listed } from '../listed.ts'
import { withLock } from '../lock.ts'
import { projectRoot, shopRoot } from '../../core/root.ts'
import { shopPlugins } from './pages.ts'
import { keepFormerAssets } from './former.ts'
import { lockOfInstalled } from './shop.mjs'

interface Bundle {
  /** What the operator reads while it is built. */
  label: string
  folder: 'ui-admin' | 'ui-store'
  /** The file whose presence says the bundle is there, below the project root. */
  output: string
  ssr?: boolean
}

const BUNDLES: Bundle[] = [
  { label: 'admin pages', folder: 'ui-admin', output: 'dist/ui-admin' },
  { label: 'store pages', folder: 'ui-store', output: 'dist/ui-store/client' },
  { label: 'store renderer', folder: 'ui-store', output: 'dist/ui-store/server', ssr: true },
]

/** How to build the pages. */
export interface BuildUiOptions {
  /** Build also what is up to date. */
  force?: boolean
  log?: (line: string) => void
}

/** Builds the pages of admin and store where their sources changed since; answers the labels of what was built. */
export async function buildUi({ force = false, log = toStderr }: BuildUiOptions = {}): Promise<string[]> {
  if (!force && isUiFresh()) return []
  const dist = join(shopRoot(), 'dist')
  mkdirSync(dist, { recursive: true })
  const work = async () => {
    const built: string[] = []
    for (const bundle of BUNDLES) {
      // Another process may have built it while we waited.
      if (!force && isFresh(bundle)) continue
      await buildOne(bundle, log)
      built.push(bundle.label)
    }
    return built
  }
  return withLock(join(dist, 'ui.lock'), work, 600_000)
}

/** Labels of what would be built. */
export const wantedUi = (force = false): string[] => BUNDLES.filter((bundle) => force || !isFresh(bundle)).map(({ label }) => label)

/** Whether every page is built from the sources as they are now. */
export function isUiFresh(): boolean {
  return BUNDLES.every(isFresh)
}

async function buildOne(bundle: Bundle, log: (line: string) => void): Promise<void> {
  const begun = Date.now()
  // Taken before: a change while it is being built leaves an older stamp, so the next start builds again.
  const sources = getSources(bundle)
  const stamp: Stamp = { seen: getMarks(sources), content: getContent(sources) }
  log(`Building the ${bundle.label} ...`)
  const folder = join(shopRoot(), bundle.output)
  stamp.files = await keepFormerAssets(folder, () => bundleWithVite(bundle), readStamp(bundle)?.files)
  writeFileSync(getStamp(bundle), JSON.stringify(stamp))
  log(`Built the ${bundle.label} in ${((Date.now() - begun) / 1000).toFixed(1)} s`)
}

/** What a bundle was built from: sizes and times of its sources, and what was in them; and the files it is made of. */
interface Stamp {
  seen: string
  content: string
  files?: string[]
}

/** Sources are read only when a size or a time is another; a checkout gives old contents new times. */
function isFresh(bundle: Bundle): boolean {
  if (!existsSync(join(shopRoot(), bundle.output))) return false
  const stamp = readStamp(bundle)
  const sources = getSources(bundle)
  const seen = getMarks(sources)
  if (stamp?.seen === seen) return true
  if (!stamp || stamp.content !== getContent(sources)) return false
  try {
    writeFileSync(getStamp(bundle), JSON.stringify({ ...stamp, seen }))
  } catch {
    // A place this account cannot write: the next start reads them again.
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

/** The server entry of the store's renderer, which Vite must be told; the client's is its index.html. */
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
      // Those of the build before are still asked for.
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

/** Sources, dependencies and settings a bundle is made of, in one order everywhere. */
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

/** Pages hold the screens of the plugins that are on, so that other plugins are other pages. */
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
