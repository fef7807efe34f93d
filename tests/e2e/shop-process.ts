import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { projectRoot } from '../../core/root.ts'

const START_MS = 180_000
const LAST_WORDS = 4_000
/** The log message for a response property that its shape does not declare. */
const UNNAMED = 'its shape does not name'

/** `stoa start` in a separate process. */
export interface ShopProcess {
  /** Its output until it was ready. */
  output: string
  /** Everything it has written until now. */
  readLog: () => string
  stop: () => Promise<void>
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}

/** Starts the whole product, or another command, and waits until it is ready. */
export async function startShop(env: NodeJS.ProcessEnv, run: readonly string[] = ['cli/bin.mjs', 'start']): Promise<ShopProcess> {
  const server = spawn(process.execPath, [...run], { cwd: projectRoot(), env })
  let stopping = false
  let log = ''
  const unnamed: string[] = []
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => {
      const text = chunk.toString()
      log += text
      if (text.includes(UNNAMED)) unnamed.push(text)
    })
  // Without this message, a server crash only shows as pages that cannot be reached.
  server.once('exit', (code, signal) => {
    if (!stopping) process.stderr.write(`\nThe server ended by itself (${signal ?? code}). Its last words:\n${log.slice(-LAST_WORDS)}\n`)
  })
  const stop = async () => {
    stopping = true
    await end(server)
    if (unnamed.length > 0) throw new Error(`Members of answers were left out on their way to the pages:\n${unnamed.join('\n')}`)
  }
  try {
    return { output: await waitForOutput(server, /Ready in/), readLog: () => log, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Runs one command of the product until it exits. */
export async function runCommand(words: string[], input: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, ['cli/bin.mjs', ...words], { cwd: projectRoot(), env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`stoa ${words.join(' ')} ended with ${code}:\n${output}`)
}

/** Waits until the output of a process matches, and returns its output until then. */
function waitForOutput(child: ChildProcess, word: RegExp): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Not ready in time:\n${output}`)), START_MS)
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      if (!word.test(output)) return
      clearTimeout(timer)
      resolve(output)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`The server ended with ${code}:\n${output}`))
    })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}
