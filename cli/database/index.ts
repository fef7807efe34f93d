import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { hasVisitors, signIn, signOut } from './clients.ts'
import { initialise, start, stop } from './cluster.ts'
import { knock, readAddress } from './connection.ts'
import { withLock } from '../lock.ts'
import { getCluster, findPlace, type Place } from './owner.ts'

/** Options for starting the embedded database. */
export interface EmbeddedOptions {
  /** The product's data folder; the database uses `postgres/` in it. */
  dataDir: string
  /** Receives a line for each step that takes time. */
  log?: (line: string) => void
  /** `false` only for temporary databases: faster, but not crash-safe. */
  fsync?: boolean
}

/**
 * Connects to the embedded PostgreSQL of `dataDir`, and starts or creates it when needed. The server belongs to no process: every
 * caller is an equal client.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<{ url: string; started: boolean }> {
  const { dataDir, log = () => {}, fsync = true } = options
  const place = await findPlace(dataDir, log)
  return withLock(getLock(place), async () => {
    // Registered under the lock: the last process to leave decides under the same lock whether to stop the server.
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

/** Stops using the embedded PostgreSQL and stops it when no other process uses it; returns whether it was stopped. */
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
