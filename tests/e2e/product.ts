import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { copyDatabase, dropDatabase } from './databases.ts'
import { freePort, startShop } from './shop-process.ts'
import { shopEnvironment, type Template } from './template.ts'

/** A running product without any data of tests. */
export interface Product {
  url: string
  stop: () => Promise<void>
}

let running: NodeJS.ProcessEnv = {}
let readRunningLog = () => ''

/** The environment of this worker's shop, for CLI commands. */
export const shopEnv = (): NodeJS.ProcessEnv => running

/** Everything that this worker's shop has logged. */
export const readShopLog = (): string => readRunningLog()

/** Starts a copy of the template, with its own database and files. */
export async function startProduct({ database, dataDir }: Template): Promise<Product> {
  const tempFolder = mkdtempSync(join(tmpdir(), 'stoa-e2e-'))
  const clone = await copyDatabase(database)
  const remove = async () => {
    await dropDatabase(clone)
    rmSync(tempFolder, { recursive: true, force: true })
  }
  try {
    cpSync(dataDir, tempFolder, { recursive: true, filter: (path) => basename(path) !== 'postgres' })
    const port = String(await freePort())
    const env = shopEnvironment({ STOA_PORT: port, STOA_DATA_DIR: tempFolder, DATABASE_URL: clone })
    const shop = await startShop(env)
    running = env
    readRunningLog = shop.readLog
    const stop = async () => {
      await shop.stop()
      await remove()
    }
    return { url: `http://127.0.0.1:${port}`, stop }
  } catch (error) {
    await remove()
    throw error
  }
}
