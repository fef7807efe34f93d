import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Cookie, request } from '@playwright/test'
import { startEmbedded, stopEmbeddedIfLast } from '../../cli/database/index.ts'
import { quickFolder } from '../support/temp-folder.ts'
import { dropDatabase, makeDatabase, onServer } from './databases.ts'
import { freePort, runCommand, type ShopProcess, startShop } from './shop-process.ts'

/** A staff account with every permission, in addition to the owner that the first start creates. */
export const STAFF = { email: 'staff@stoa.local', password: 'a-password-for-tests' }

/** A shop that was started once and not used: every spec file gets a copy of it. */
export interface Template {
  database: string
  dataDir: string
  /** The one-time password that the first start printed for the owner. */
  oneTimePassword: string
  /** A session of the staff account, valid in every copy. */
  session: Cookie[]
}

const KEY = 'STOA_E2E_TEMPLATE'

/** The template of this run, in any of its processes. */
export function template(): Template {
  const serialized = process.env[KEY]
  if (!serialized) throw new Error('No shop was prepared for this run.')
  return JSON.parse(serialized) as Template
}

/** Starts the whole product like a new user: with an empty folder, or with an empty database of the test server. */
export async function makeTemplate(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(quickFolder(), 'stoa-e2e-'))
  // When we are root, the embedded server runs as another user.
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
    // A run may take longer than a password confirmation is valid.
    await onServer(database, "update session set proved_at = 'infinity'")
    // A database can be copied only while it has no connections.
    await shop.stop()
    process.env[KEY] = JSON.stringify({ database, dataDir, oneTimePassword, session } satisfies Template)
  } catch (error) {
    await shop?.stop()
    await remove()
    throw error
  }
  return remove
}

/** The environment of a test shop: the inherited variables and the overrides. */
export function shopEnvironment(overrides: Record<string, string>): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, ...inherited } = process.env
  // Fake services of specs, such as gateways, run on this machine.
  return { STOA_OUTGOING: 'any', ...inherited, ...overrides }
}

/** Connects to the embedded server, so that it keeps running after the shop stops. Its data is temporary, so fsync is off. */
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
