import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { projectRoot } from '../../core/root.ts'

/** The product in a separate process; its URL stays the same after a restart. */
export interface Node {
  readonly url: string
  /** Kills it with SIGKILL, as a power failure would. Resolves when it has ended. */
  kill(): Promise<void>
  /** Starts it again. Resolves when it accepts requests. */
  start(): Promise<void>
}

const command = join(projectRoot(), 'cli', 'bin.mjs')

/** Runs a `stoa` command to its end. @throws Error with its output when it fails */
export async function runStoa(args: readonly string[], env: Record<string, string>, input = ''): Promise<void> {
  const child = spawn(process.execPath, [command, ...args], { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(input)
  let output = ''
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  child.stderr.on('data', (data: Buffer) => (output += data.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`stoa ${args.join(' ')} ended with ${code}: ${output.slice(-2_000)}`)
}

/** Creates one more process of the product on a database. */
export async function makeNode(env: Record<string, string>): Promise<Node> {
  const port = await freePort()
  let child: ChildProcess | undefined
  return {
    url: `http://127.0.0.1:${port}`,
    async kill() {
      const dying = child
      child = undefined
      if (!dying || dying.exitCode !== null || dying.signalCode !== null) return
      const exited = new Promise((resolve) => dying.once('exit', resolve))
      dying.kill('SIGKILL')
      await exited
    },
    async start() {
      const born = spawn(process.execPath, [command, 'start'], {
        env: { ...process.env, ...env, STOA_PORT: String(port), STOA_FIRST_RUN: 'off', STOA_LOG: 'error' },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = born
      await new Promise<void>((resolve, reject) => {
        let output = ''
        const hear = (data: Buffer) => {
          output += data.toString()
          if (output.includes('Ready in')) resolve()
        }
        born.stdout?.on('data', hear)
        born.stderr?.on('data', hear)
        born.once('exit', (code) => reject(new Error(`A server ended with ${code}: ${output.slice(-2_000)}`)))
      })
    },
  }
}

/** An unused port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
