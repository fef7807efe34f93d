import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { CheckInList, CheckInTime } from '../../../check-in-api-types.ts'
import type { CheckInResult } from '../../../domain/check-in/scan-result.ts'
import { letIn, withSeats } from './update-seats.ts'

/** A scan as sent to the server; offline with time and local result. */
export interface Sent {
  nonce: string
  code: string
  seat_id: number | null
  seats: { id: number }[]
  event_id: number | null
  session_id: number | null
  override: boolean
  note: string
}

/** A queued scan. */
export interface Waiting extends Sent {
  at: string
  told: CheckInResult | null
}

/** Settings of this device. */
export interface StoredScan {
  /** Generated once. */
  device: string
  /** Name given by its user; empty before. */
  name: string
  /** Null: all open times. */
  door: CheckInTime | null
  /** Known times, for offline selection. */
  doors: CheckInTime[]
}

interface CheckInStore extends DBSchema {
  kept: { key: string; value: unknown }
  lists: { key: number; value: CheckInList & { session: number } }
  queue: { key: string; value: Waiting; indexes: { at: string } }
}

export type CheckInDb = IDBPDatabase<CheckInStore>

let opened: Promise<CheckInDb> | undefined

/** IndexedDB with the check-in data of this device, which persists over reloads and offline periods. */
export function checkInDb(): Promise<CheckInDb> {
  opened ??= openDB<CheckInStore>('stoa-door', 1, {
    upgrade(db) {
      db.createObjectStore('kept')
      db.createObjectStore('lists', { keyPath: 'session' })
      db.createObjectStore('queue', { keyPath: 'nonce' }).createIndex('at', 'at')
    },
  })
  return opened
}

const SELF = 'self'

export async function loadSelf(): Promise<StoredScan> {
  const tx = (await checkInDb()).transaction('kept', 'readwrite')
  let self = (await tx.store.get(SELF)) as StoredScan | undefined
  if (!self) {
    self = { device: crypto.randomUUID(), name: '', door: null, doors: [] }
    await tx.store.put(self, SELF)
  }
  await tx.done
  return self
}

export async function keepSelf(change: Partial<StoredScan>): Promise<StoredScan> {
  const self = { ...(await loadSelf()), ...change }
  await (await checkInDb()).put('kept', self, SELF)
  return self
}

/** Deletes lists of past times; queued scans are kept until they are sent. */
export async function forgetOld(now = Date.now()): Promise<void> {
  const tx = (await checkInDb()).transaction('lists', 'readwrite')
  for (const list of await tx.store.getAll()) if (Date.parse(list.forget_at) < now) await tx.store.delete(list.session)
  await tx.done
}

/** The device was disabled: deletes all its data, including its id. */
export async function forgetAll(): Promise<void> {
  const tx = (await checkInDb()).transaction(['kept', 'lists', 'queue'], 'readwrite')
  await Promise.all([tx.objectStore('kept').clear(), tx.objectStore('lists').clear(), tx.objectStore('queue').clear(), tx.done])
}

export const loadList = async (session: number): Promise<CheckInList | undefined> => (await checkInDb()).get('lists', session)
export const waiting = async (): Promise<Waiting[]> => (await checkInDb()).getAllFromIndex('queue', 'at')

/** Marks seats as checked in on the stored list. */
export async function markSeats(session: number, seats: readonly number[], at: string): Promise<void> {
  const tx = (await checkInDb()).transaction('lists', 'readwrite')
  const list = await tx.store.get(session)
  if (list) await tx.store.put({ ...letIn(list, seats, at), session })
  await tx.done
}

/** Stores a newer list; local check-ins that were not sent stay marked. */
export async function keepList(list: CheckInList): Promise<void> {
  const untold = await waiting()
  const tx = (await checkInDb()).transaction('lists', 'readwrite')
  const before = await tx.store.get(list.time.session)
  const here = untold.length === 0 ? [] : (before?.seats.filter(({ status }) => status === 'present') ?? [])
  const seats = list.seats.map((seat) => here.find(({ id }) => id === seat.id) ?? seat)
  await tx.store.put({ ...withSeats(list, seats), session: list.time.session })
  await tx.done
}

/** Queues an offline scan and marks its seats in one transaction, so that it is never lost. */
export async function queueScan(scan: Waiting, seats: readonly number[]): Promise<void> {
  const tx = (await checkInDb()).transaction(['lists', 'queue'], 'readwrite', { durability: 'strict' })
  await tx.objectStore('queue').put(scan)
  const list = scan.session_id === null ? undefined : await tx.objectStore('lists').get(scan.session_id)
  if (list && seats.length > 0) await tx.objectStore('lists').put({ ...letIn(list, seats, scan.at), session: list.session })
  await tx.done
}
