import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { give, unprivilegedAccounts } from '../../cli/database/owner.ts'
import { run } from '../../cli/database/run.ts'
import { quickFolder } from './temp-folder.ts'

/** Folder in which Debian's packages install the programs of each version. */
const PACKAGES = '/usr/lib/postgresql'

/** Folder with the programs of the oldest supported PostgreSQL from Debian's packages; undefined if there is none. */
export function systemPrograms(): string | undefined {
  const versions = existsSync(PACKAGES) ? readdirSync(PACKAGES).map(Number) : []
  const [oldest] = versions
    .filter((version) => version >= 15 && existsSync(join(PACKAGES, `${version}/bin/initdb`)))
    .toSorted((a, b) => a - b)
  return oldest === undefined ? undefined : join(PACKAGES, `${oldest}/bin`)
}

/** Starts the system's own PostgreSQL in a temporary folder, with its default settings. */
export async function startSystemServer(programs: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await realpath(await mkdtemp(join(quickFolder(), 'stoa-test-')))
  const [owner] = process.getuid?.() === 0 ? await unprivilegedAccounts() : []
  await chmod(folder, 0o755)
  await give(folder, owner)
  const data = join(folder, 'data')
  const port = await freePort()
  const start = async (program: string, args: string[]) => {
    const { code, output } = await run(join(programs, program), args, owner)
    if (code !== 0) throw new Error(`${program}: ${output}`)
  }
  await start('initdb', ['-D', data, '-U', 'stoa', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  await start('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-w', '-o', `-p ${port} -k ${folder}`, 'start'])
  return {
    url: `postgres://stoa@127.0.0.1:${port}/postgres`,
    async stop() {
      await run(join(programs, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop'], owner)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
