import { Readable } from 'node:stream'
import { main } from '../../cli/main.ts'

/** Exit code and output of a command. */
export interface Ran {
  code: number | null
  out: string
  err: string
  /** Standard output, parsed as JSON. */
  json: any
}

export interface InsideOptions {
  /** Environment variables of the call, in addition to those of the test. */
  env?: Record<string, string>
  /** Standard input, which is not a terminal; empty by default. */
  input?: string
  /** Working directory of the call. */
  cwd?: string
}

/**
 * Runs `stoa …` inside the test process, without a terminal. Dozens of calls would take a second each in separate processes. The process
 * has the environment, input, output and working directory of the call until it ends, so calls run one after another.
 */
export function inside(args: readonly string[], options: InsideOptions = {}): Promise<Ran> {
  const call = latest.then(() => runCommand(args, options))
  latest = call.catch(() => undefined)
  return call
}

let latest: Promise<unknown> = Promise.resolve()

async function runCommand(args: readonly string[], { env = {}, input = '', cwd }: InsideOptions): Promise<Ran> {
  process.setMaxListeners(0)
  process.stdout.setMaxListeners(0)
  const before = { ...process.env }
  const [stdout, stderr] = [process.stdout.write, process.stderr.write]
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')
  const folder = process.cwd()
  const out: string[] = []
  const err: string[] = []
  const record =
    (parts: string[]) =>
    (part: string | Uint8Array, encoding?: unknown, written?: unknown): boolean => {
      parts.push(typeof part === 'string' ? part : Buffer.from(part).toString())
      const done = typeof encoding === 'function' ? encoding : written
      if (typeof done === 'function') done()
      return true
    }
  delete process.env['CI']
  delete process.env['FORCE_COLOR']
  Object.assign(process.env, env)
  process.exitCode = undefined
  Object.defineProperty(process, 'stdin', { value: Readable.from(input === '' ? [] : [Buffer.from(input)]), configurable: true })
  Object.assign(process.stdout, { write: record(out) })
  Object.assign(process.stderr, { write: record(err) })
  let code = 0
  try {
    if (cwd !== undefined) process.chdir(cwd)
    await main([...args])
    code = Number(process.exitCode ?? 0)
  } finally {
    process.chdir(folder)
    Object.assign(process.stdout, { write: stdout })
    Object.assign(process.stderr, { write: stderr })
    if (stdin) Object.defineProperty(process, 'stdin', stdin)
    process.exitCode = undefined
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  }
  const text = out.join('')
  return {
    code,
    out: text,
    err: err.join(''),
    get json() {
      return JSON.parse(text)
    },
  }
}
