import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Article, CashierAt, Till } from '../../api-types.ts'
import type { Receipt, Ticket } from './ticket.ts'

/** A till session on this device, with its ticket sequence numbers. */
export interface Drawer {
  store: number
  session: number
  number: string
  register: number
  code: string
  name: string
  /** Number of this device in the session. */
  place: number
  /** Last sequence number used. */
  last: number
  /** Sequence numbers of rejected tickets: nothing arrives for them. */
  unused: number[]
}

/** A paid ticket without a response from the server. */
export interface Waiting {
  /** Ticket id. */
  uuid: string
  /** Order in the queue. */
  at: number
  store: number
  session: number
  place: number
  /** API path below the store. */
  path: string
  body: Record<string, unknown>
  receipt: Receipt
  /** Reserved until this time, in milliseconds, by the tab that serves the buyer. */
  serving?: number
  /** Error of the server; absent while it waits. */
  refused?: { code: string; lines: string[] }
}

/** A page of items of a store. Stored as one record: 20,000 separate rows take seconds to write on a slow device. */
export interface List {
  store: number
  /** Starts after this item id; 0 for the first page. */
  after: number
  next: number | null
  /** Hash of the page. */
  mark: string
  articles: Article[]
}

interface Counter extends DBSchema {
  /** Values by key: the device id, and by store the register data, the session and the current sale. */
  kept: { key: string; value: unknown }
  lists: { key: [number, number]; value: List; indexes: { store: number } }
  queue: { key: string; value: Waiting; indexes: { at: number } }
}

export type CounterDb = IDBPDatabase<Counter>

let opened: Promise<CounterDb> | undefined

/** IndexedDB with the POS data of this device. */
export function counterDb(): Promise<CounterDb> {
  opened ??= openDB<Counter>('stoa-counter', 2, {
    // Queued tickets survive every schema upgrade.
    upgrade(db, from) {
      if (from < 1) {
        db.createObjectStore('kept')
        db.createObjectStore('queue', { keyPath: 'uuid' }).createIndex('at', 'at')
      }
      const names = db.objectStoreNames as unknown as DOMStringList
      if (names.contains('articles')) (db as unknown as IDBPDatabase).deleteObjectStore('articles')
      db.createObjectStore('lists', { keyPath: ['store', 'after'] }).createIndex('store', 'store')
    },
    // Another tab upgrades the schema: closes this connection, which would block it.
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  })
  return opened
}

/** PIN sign-in of a till session. */
export interface Manned extends CashierAt {
  session: number
}

const cashierKey = (store: number) => `cashier ${store}`
const tillKey = (store: number) => `till ${store}`
const drawerKey = (store: number) => `drawer ${store}`
const ticketKey = (store: number) => `ticket ${store}`

async function readStored<T>(key: string): Promise<T | undefined> {
  return (await (await counterDb()).get('kept', key)) as T | undefined
}

async function keep(key: string, value: unknown): Promise<void> {
  const db = await counterDb()
  await (value === undefined ? db.delete('kept', key) : db.put('kept', value, key))
}

export const loadTill = (store: number): Promise<Till | undefined> => readStored<Till>(tillKey(store))
export const keepTill = (store: number, till: Till): Promise<void> => keep(tillKey(store), till)
export const loadTicket = (store: number): Promise<Ticket | undefined> => readStored<Ticket>(ticketKey(store))
export const keepTicket = (store: number, ticket: Ticket): Promise<void> => keep(ticketKey(store), ticket)
export const keptDrawer = (store: number): Promise<Drawer | undefined> => readStored<Drawer>(drawerKey(store))
export const keepDrawer = (store: number, drawer: Drawer | undefined): Promise<void> => keep(drawerKey(store), drawer)
export const loadCashier = (store: number): Promise<Manned | undefined> => readStored<Manned>(cashierKey(store))
export const keepCashier = (store: number, cashier: Manned | undefined): Promise<void> => keep(cashierKey(store), cashier)

/** The id of this device, generated once. */
export async function deviceId(): Promise<string> {
  const db = await counterDb()
  const tx = db.transaction('kept', 'readwrite')
  let id = (await tx.store.get('device')) as string | undefined
  if (!id) {
    id = crypto.randomUUID()
    await tx.store.put(id, 'device')
  }
  await tx.done
  return id
}

/** Stores used in one transaction with the queue: the session assigns the sequence number. */
export const inQueue = async () => {
  const tx = (await counterDb()).transaction(['kept', 'queue'], 'readwrite', { durability: 'strict' })
  return {
    drawer: async (store: number) => (await tx.objectStore('kept').get(drawerKey(store))) as Drawer | undefined,
    keep: (drawer: Drawer) => tx.objectStore('kept').put(drawer, drawerKey(drawer.store)),
    queue: tx.objectStore('queue'),
    done: tx.done,
  }
}
