import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import { join, sep } from 'node:path'
import { databaseUrl } from './boot.ts'
import { readConfig } from './start/config.ts'
import { projectRoot, shopRoot } from '../core/root.ts'
import { LISTED_PLACES } from './places.ts'
import { stopOnSignals } from './start/serve.ts'
import { leaveDatabase } from './kernel.ts'
import type { SharedOptions } from './options.ts'
import { dryRunNote, note } from './output.ts'

/** Debounce before a restart after a change, in ms: editors write several files at once. */
const REST = 200

/** Folders whose changes require a server restart. */
const WATCHED = ['core', 'cli', 'migrations', 'plugins']

/**
 * Runs the server in a child process that restarts when its code changes, and the admin from its sources. The server renders the
 * store from its sources too.
 */
export async function develop(options: SharedOptions & { adminPort: number }): Promise<void> {
  const config = readConfig()
  const tell = (line: string) => note(options, line)
  if (options.dryRun) {
    tell(`Would run the shop at ${config.publicUrl}/ and the admin pages at port ${options.adminPort}.`)
    return dryRunNote(options, { shop: config.publicUrl, admin_port: options.adminPort })
  }
  // Held by this process, so that the embedded database stays up during restarts.
  await databaseUrl(config, tell)
  const server = keepRunning(tell)
  const admin = await adminPages(config.publicUrl, options.adminPort)
  const watchers = watchedFolders().map(([name, folder]) =>
    watch(folder, { recursive: true }, (_event, file) => {
      if (file !== null && concerns(join(name, file))) server.restart(join(name, file))
    }),
  )
  // Vite would end this process before the server has stopped.
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal)
  stopOnSignals(async () => {
    for (const watcher of watchers) watcher.close()
    await Promise.all([server.stop(), admin.close()])
    await leaveDatabase(config)
  })
  tell(`Shop   ${config.publicUrl}/`)
  tell(`Admin  ${admin.resolvedUrls?.local[0] ?? `http://127.0.0.1:${options.adminPort}/admin/`}`)
  tell(`API    ${config.publicUrl}/api`)
}

/** Folders of the product and of the shop's plugins, with the names used in messages. */
function watchedFolders(): [name: string, folder: string][] {
  const ownFolders = WATCHED.map((name): [string, string] => [name, join(projectRoot(), name)])
  const foreign = LISTED_PLACES().flatMap(({ id, folder, isForeign }): [string, string][] =>
    isForeign && folder !== undefined ? [[join('plugins', id), folder]] : [],
  )
  return [...ownFolders.filter(([, folder]) => existsSync(folder)), ...foreign]
}

/** Whether a file belongs to the server: Vite watches the pages, and tests run separately. */
function concerns(file: string): boolean {
  const parts = file.split(sep)
  if (
    ['tests', 'node_modules', 'dist', 'data'].some((name) => parts.includes(name)) ||
    parts[1] === 'templates' ||
    /\.test\.tsx?$/.test(file)
  )
    return false
  if (parts[0] === 'plugins' && (parts[2] === 'admin' || parts[2] === 'store')) return false
  return /\.(ts|mjs|json)$/.test(file)
}

interface Server {
  restart(file: string): void
  stop(): Promise<void>
}

function keepRunning(tell: (line: string) => void): Server {
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let busy: Promise<void> = Promise.resolve()
  const begin = () => {
    child = spawn(process.execPath, [join(projectRoot(), 'cli', 'bin.mjs'), 'start', '--dev'], {
      stdio: ['ignore', 'inherit', 'inherit'],
      // Services under development run on the same machine.
      env: { STOA_OUTGOING: 'any', ...process.env },
    })
    child.once('exit', (code) => {
      if (code !== 0 && code !== null) tell('The server ended; it is started again with the next change.')
    })
  }
  const end = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  begin()
  return {
    restart(file) {
      clearTimeout(timer)
      timer = setTimeout(() => {
        tell(`${file} changed: starting again`)
        busy = busy.then(end).then(begin)
      }, REST)
    },
    async stop() {
      clearTimeout(timer)
      await busy
      await end()
    },
  }
}

async function adminPages(api: string, port: number) {
  const { createServer } = await import('vite')
  // The admin's Vite configuration proxies API calls to this URL.
  process.env.STOA_URL = api
  const vite = await createServer({
    configFile: join(projectRoot(), 'ui-admin', 'vite.config.ts'),
    root: join(projectRoot(), 'ui-admin'),
    // Separate from the store's cache: each would delete the other's files.
    cacheDir: join(shopRoot(), 'node_modules', '.vite', 'admin'),
    server: { host: '127.0.0.1', port },
    logLevel: 'warn',
    clearScreen: false,
  })
  return vite.listen()
}
