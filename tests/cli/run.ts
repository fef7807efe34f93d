import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDatabase } from '../../cli/start/boot.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { inside, type Ran } from './run-in-process.ts'
import { createDatabase, dropDatabase, queryOnce, templateDatabase } from '../support/database.ts'

/** The command line with its own database and data folder. */
export interface Cli {
  url: string
  /** Folder for files of the test, and the working directory of its commands. */
  folder: string
  /** Environment variables of its processes, in addition to those of the test. */
  env: Record<string, string>
  /** Runs a command inside the test process, after those before it. */
  run(args: readonly string[], more?: { input?: string; env?: Record<string, string> }): Promise<Ran>
  /** Runs a command as a process, for what only a process shows. */
  runProcess(args: readonly string[], more?: { input?: string; env?: Record<string, string> }): Promise<Ran>
  query<T = any>(text: string, values?: unknown[]): Promise<T[]>
  close(): Promise<void>
}

const bin = join(import.meta.dirname, '../../cli/bin.mjs')

/** Runs `stoa …` as a process whose standard input is not a terminal. */
export function stoa(args: readonly string[], o: { input?: string; env?: Record<string, string>; cwd?: string } = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const env: Record<string, string | undefined> = {
      ...process.env,
      CI: undefined,
      FORCE_COLOR: undefined,
      ...o.env,
    }
    const child = spawn(process.execPath, [bin, ...args], { env, cwd: o.cwd })
    let out = ''
    let err = ''
    child.stdout.on('data', (part: Buffer) => (out += part.toString()))
    child.stderr.on('data', (part: Buffer) => (err += part.toString()))
    child.once('error', reject)
    // A command that does not read standard input may exit before it is written.
    child.stdin.on('error', () => {})
    child.once('close', (code) =>
      resolve({
        code,
        out,
        err,
        get json() {
          return JSON.parse(out)
        },
      }),
    )
    child.stdin.end(o.input ?? '')
  })
}

export async function openCli(): Promise<Cli> {
  const plugins = await loadPlugins(listedPlugins([]))
  const url = await createDatabase({
    template: await templateDatabase('cli', async (to) => void (await prepareDatabase(to, plugins))),
  })
  const folder = mkdtempSync(join(tmpdir(), 'stoa-cli-'))
  const env = { DATABASE_URL: url, STOA_DATA_DIR: join(folder, 'data'), STOA_FIRST_RUN: 'off' }
  return {
    url,
    folder,
    env,
    run: (args, o = {}) => inside(args, { ...o, cwd: folder, env: { ...env, ...o.env } }),
    runProcess: (args, o = {}) => stoa(args, { ...o, cwd: folder, env: { ...env, ...o.env } }),
    query: (text, values) => queryOnce(url, text, values),
    async close() {
      await dropDatabase(url)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
