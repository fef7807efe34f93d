import { type ChildProcess, spawn } from 'node:child_process'
import { projectRoot } from '../../core/root.ts'

/** The product in a process of its own, to be killed. */
export interface Server {
  child: ChildProcess
  url: string
}

/** Starts the product's API over a database; answers when it is ready. */
export async function startServer(database: string, dataDir: string, more: Record<string, string> = {}): Promise<Server> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/serve.ts'], {
    cwd: projectRoot(),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...environment(database, dataDir), STOA_PORT: '0', ...more },
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (data: Buffer) => {
      const found = /ready (\S+)/.exec(data.toString())
      if (found?.[1]) resolve(found[1])
    })
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)))
  })
  return { child, url }
}

/** Starts `stoa worker` over a database; answers when it takes jobs. */
export async function startWorkerProcess(database: string, dataDir: string, more: Record<string, string> = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['cli/bin.mjs', 'worker'], {
    cwd: projectRoot(),
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...environment(database, dataDir), ...more },
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (data: Buffer) => {
      said += data.toString()
      if (said.includes('Working on jobs')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)))
  })
  return child
}

const environment = (database: string, dataDir: string) => ({
  ...process.env,
  DATABASE_URL: database,
  STOA_LOG: 'silent',
  STOA_DATA_DIR: dataDir,
  STOA_POOL: '8',
})
