import { spawn } from 'node:child_process'

/** The account a PostgreSQL program runs as when this process is root. */
export interface Owner {
  uid: number
  gid: number
}

/** Result of a program: its exit code (-1 when a signal ended it) and its output. */
export interface Outcome {
  code: number
  output: string
}

/** Runs a program with a minimal environment, as `owner` when given. Rejects only when it cannot be started. */
export function run(file: string, args: string[], owner?: Owner): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...owner,
      // The owner may not have access to the current folder.
      cwd: '/',
      env: bareEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    let output = ''
    const collect = (chunk: Buffer) => (output += chunk.toString())
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? -1, output: output.trim() }))
  })
}

/** Like `run`; returns whether the program started and exited with 0. */
export async function succeeds(file: string, args: string[], owner?: Owner): Promise<boolean> {
  return run(file, args, owner).then(
    ({ code }) => code === 0,
    () => false,
  )
}

/** PG* variables, locale and time zone of the caller must not affect the server. */
function bareEnvironment(): NodeJS.ProcessEnv {
  if (process.platform === 'win32') return { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}
