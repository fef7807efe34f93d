import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { hasVisitors, signIn, signOut } from './clients.ts'
import { initialise, start, stop } from './cluster.ts'
import { knock, readAddress } from './connection.ts'
import { withLock } from '../lock.ts'
import { getCluster, findPlace, type Place } from './owner.ts'

/** How to start the embedded database. */
export interface EmbeddedOptions {
  /** The product's data folder; the database takes `postgres/` in it. */
  dataDir: string
  /** Hears, in single lines, what takes time. */
  log?: (line: string) => void
  /** `false` only for throw-away databases: faster, and lost with the machine. */
  fsync?: boolean
}

/**
 * Joins the embedded PostgreSQL of `dataDir`, starting it, and on the first call creating it, where needed.
 * The server belongs to no process: every caller is an equal client of it.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<{ url: string; started: boolean }> {
  const { dataDir, log = () => {}, fsync = true } = options
  const place = await findPlace(dataDir, log)
  return withLock(getLock(place), async () => {
    // Signing in under the lock: whoever leaves last decides under it too, and sees this process.
    await signIn(place.home)
    const running = await readAddress(place.home)
    if (running && (await knock(running)) === 'ready') return { url: running, started: false }

    const binaries = await findBinaries(place)
    if (!existsSync(join(getCluster(place.home), 'PG_VERSION'))) {
      log(`Creating the database (PostgreSQL ${binaries.major}) in ${place.home}`)
      await initialise(place, binaries, fsync)
    }
    return { url: await start(place, binaries, fsync), started: true }
  })
}

/** Leaves the embedded PostgreSQL and stops it when nobody else uses it; answers whether it was stopped. */
export async function stopEmbeddedIfLast({ dataDir }: { dataDir: string }): Promise<boolean> {
  if (!existsSync(dataDir)) return false
  const place = await findPlace(dataDir, () => {})
  return withLock(getLock(place), async () => {
    if (await signOut(place.home)) return false
    const url = await readAddress(place.home, 'postgres')
    if (!url || (await knock(url)) !== 'ready' || (await hasVisitors(url))) return false
    await stop(place, await findBinaries(place))
    return true
  })
}

const getLock = (place: Place): string => join(place.home, 'lock')
