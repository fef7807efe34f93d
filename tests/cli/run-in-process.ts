import { main } from '../../cli/main.ts'
import type { Ran } from './run.ts'

/**
 * Runs `stoa …` inside the test process, without a terminal. Dozens of calls against the same shop would take a second each in separate
 * processes. `env` is set during the call.
 */
export async function inside(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  process.setMaxListeners(0)
  process.stdout.setMaxListeners(0)
  const before = { ...process.env }
  const [stdout, stderr] = [process.stdout.write, process.stderr.write]
  let out = ''
  let err = ''
  Object.assign(process.env, env)
  process.exitCode = undefined
  process.stdout.write = ((text: string) => (out += text) !== '') as never
  process.stderr.write = ((text: string) => (err += text) !== '') as never
  let code = 0
  try {
    await main([...args])
    code = Number(process.exitCode ?? 0)
  } finally {
    Object.assign(process.stdout, { write: stdout })
    Object.assign(process.stderr, { write: stderr })
    process.exitCode = undefined
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  }
  return {
    code,
    out,
    err,
    get json() {
      return JSON.parse(out)
    },
  }
}
