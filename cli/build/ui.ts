import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InlineConfig } from 'vite'
import { withLock } from '../lock.ts'
import { projectRoot } from '../../core/root.ts'

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
  const bundles = BUNDLES.filter((bundle) => existsSync(configOf(bundle)))
  const fresh = await Promise.all(bundles.map(isFresh))
  if (!force && fresh.every(Boolean)) return []
  const dist = join(projectRoot(), 'dist')
  await mkdir(dist, { recursive: true })
  const work = async () => {
    const built: string[] = []
    for (const bundle of bundles) {
      // Another process may have built it while we waited.
      if (!force && (await isFresh(bundle))) continue
      await buildOne(bundle, log)
      built.push(bundle.label)
    }
    return built
  }
  return withLock(join(dist, 'ui.lock'), work, 600_000)
}

/** Whether every page is built from the sources as they are now. */
export async function isUiFresh(): Promise<boolean> {
  const fresh = await Promise.all(BUNDLES.filter((bundle) => existsSync(configOf(bundle))).map(isFresh))
  return fresh.every(Boolean)
}

async function buildOne(bundle: Bundle, log: (line: string) => void): Promise<void> {
  const begun = Date.now()
  // Taken before: a change while it is being built leaves an older stamp, so the next start builds again.
  const stamp = await fingerprint(bundle)
  log(`Building the ${bundle.label} ...`)
  await bundleWithVite(bundle)
  await writeFile(stampOf(bundle), stamp)
  log(`Built the ${bundle.label} in ${((Date.now() - begun) / 1000).toFixed(1)} s`)
}

async function isFresh(bundle: Bundle): Promise<boolean> {
  if (!existsSync(join(projectRoot(), bundle.output))) return false
  const stamp = await readFile(stampOf(bundle), 'utf8').catch(() => '')
  return stamp === (await fingerprint(bundle))
}

const stampOf = ({ output }: Bundle): string => join(projectRoot(), `${output}.stamp`)

const toStderr = (line: string): void => void process.stderr.write(`${line}\n`)

const configOf = ({ folder }: Bundle): string => join(projectRoot(), folder, 'vite.config.ts')

/** The server entry of the store's renderer, which Vite must be told; the client's is its index.html. */
const SSR_ENTRY = 'entry-server.tsx'

async function bundleWithVite(bundle: Bundle): Promise<void> {
  // Present in a checkout; an installed package comes with the pages built.
  const { build } = await import('vite')
  const root = projectRoot()
  const config: InlineConfig = {
    configFile: configOf(bundle),
    root: join(root, bundle.folder),
    mode: 'production',
    logLevel: 'warn',
    build: {
      outDir: join(root, bundle.output),
      emptyOutDir: true,
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

/** Changes whenever a source, a dependency or a build setting of the bundle changes. */
async function fingerprint({ folder }: Bundle): Promise<string> {
  const root = projectRoot()
  const part = folder === 'ui-admin' ? 'admin' : 'store'
  const plugins = await readdir(join(root, 'plugins')).catch(() => [])
  const paths = [
    folder,
    'core/wire.ts',
    'core/locales',
    'package.json',
    'package-lock.json',
    ...plugins.flatMap((id) => [`plugins/${id}/${part}`, `plugins/${id}/locales`]),
  ]
  const hash = createHash('sha1').update(process.env['STOA_CHARTS'] ?? '')
  for (const path of paths) await addTo(hash, join(root, path))
  return hash.digest('hex')
}

async function addTo(hash: ReturnType<typeof createHash>, path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) {
    for (const name of (await readdir(path)).sort()) await addTo(hash, join(path, name))
  } else if (found) {
    hash.update(`${path}\n${found.size}\n`).update(await readFile(path))
  }
}
