import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Cookie, request } from '@playwright/test'
import { startEmbedded, stopEmbeddedIfLast } from '../../cli/database/index.ts'
import { quickFolder } from '../support/temp-folder.ts'
import { dropDatabase, makeDatabase, onServer } from './databases.ts'
import { freePort, runCommand, type ShopProcess, startShop } from './shop-process.ts'

/** A staff account with every permission, beside the owner the first start makes. */
export const STAFF = { email: 'staff@stoa.local', password: 'a-password-for-tests' }

/** A shop that was started once and that nobody has used: every spec file gets a copy of it. */
export interface Template {
  database: string
  dataDir: string
  /** What the first start printed for the owner. */
  oneTimePassword: string
  /** A session of the staff account, which every copy knows. */
  session: Cookie[]
}

const KEY = 'STOA_E2E_TEMPLATE'

/** The template of this run, in whichever of its processes. */
export function template(): Template {
  const serialized = process.env[KEY]
  if (!serialized) throw new Error('No shop was prepared for this run.')
  return JSON.parse(serialized) as Template
}

/** Starts the whole product as a first user would: on an empty folder, or on an empty database of the test server. */
export async function makeTemplate(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(quickFolder(), 'stoa-e2e-'))
  // The embedded server runs as a user of its own when we are root.
  chmodSync(dataDir, 0o755)
  const configuredUrl = process.env['TEST_DATABASE_URL']
  const ownDatabase = configuredUrl ? await makeDatabase(configuredUrl) : undefined
  const remove = async () => {
    await (ownDatabase ? dropDatabase(ownDatabase) : stopEmbeddedIfLast({ dataDir }))
    rmSync(dataDir, { recursive: true, force: true })
  }
  let shop: ShopProcess | undefined
  try {
    const port = String(await freePort())
    const env = shopEnvironment({ STOA_PORT: port, STOA_DATA_DIR: dataDir, ...(ownDatabase ? { DATABASE_URL: ownDatabase } : {}) })
    shop = await startShop(env)
    const oneTimePassword = /One-time password\s+(\S+)/.exec(shop.output)?.[1] ?? ''
    await runCommand(
      ['admin', 'create', '--email', STAFF.email, '--name', 'Staff', '--role', 'owner', '--password-stdin'],
      STAFF.password,
      env,
    )
    const session = await signedIn(`http://127.0.0.1:${port}`)
    const database = ownDatabase ?? (await joined(dataDir))
    // A run may take longer than a password is good for.
    await onServer(database, "update session set proved_at = 'infinity'")
    // A database can be copied only while nobody is connected.
    await shop.stop()
    process.env[KEY] = JSON.stringify({ database, dataDir, oneTimePassword, session } satisfies Template)
  } catch (error) {
    await shop?.stop()
    await remove()
    throw error
  }
  return remove
}

/** What a shop of the tests is started with, beside what it inherits. */
export function shopEnvironment(overrides: Record<string, string>): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, ...inherited } = process.env
  // What specs play, such as gateways, stands on this machine.
  return { STOA_OUTGOING: 'any', ...inherited, ...overrides }
}

/** Becomes a client of the embedded server, so that it outlives the shop that started it; what is on it is thrown away. */
async function joined(dataDir: string): Promise<string> {
  const { url } = await startEmbedded({ dataDir })
  await onServer(url, 'alter system set fsync = off', 'select pg_reload_conf()')
  return url
}

async function signedIn(baseURL: string): Promise<Cookie[]> {
  const context = await request.newContext({ baseURL })
  try {
    const answer = await context.post('/api/admin/login', { data: STAFF })
    if (!answer.ok()) throw new Error(`The staff account cannot sign in: ${await answer.text()}`)
    return (await context.storageState()).cookies
  } finally {
    await context.dispose()
  }
}
