import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Article, CashierAt, Till } from '../../api-types.ts'
import type { Receipt, Ticket } from './ticket.ts'

/** A drawer this device sells from, and which turns of it were given to tickets. */
export interface Drawer {
  store: number
  session: number
  number: string
  register: number
  code: string
  name: string
  /** Place of this device in the session. */
  place: number
  /** The last turn that was given. */
  last: number
  /** Turns of tickets that were refused: nothing comes for them. */
  unused: number[]
}

/** A ticket that was paid and not answered yet. */
export interface Waiting {
  /** Its id. */
  uuid: string
  /** Order of the queue. */
  at: number
  store: number
  session: number
  place: number
  /** Where it is sent, below the store. */
  path: string
  body: Record<string, unknown>
  receipt: Receipt
  /** Until when whoever serves its buyer sends it, in milliseconds of the clock. */
  serving?: number
  /** What the server has against it; absent while it only waits. */
  refused?: { code: string; lines: string[] }
}

/** A page of what a store sells. Kept whole: twenty thousand rows of their own take a slow device seconds to write. */
export interface List {
  store: number
  /** It begins behind this article; 0 for the first page. */
  after: number
  next: number | null
  /** What the server knows it by. */
  mark: string
  articles: Article[]
}

interface Counter extends DBSchema {
  /** By name: the device's id, and by store its till, its drawer and the ticket that lies on the counter. */
  kept: { key: string; value: unknown }
  lists: { key: [number, number]; value: List; indexes: { store: number } }
  queue: { key: string; value: Waiting; indexes: { at: number } }
}

export type CounterDb = IDBPDatabase<Counter>

let opened: Promise<CounterDb> | undefined

/** What this device keeps of its counter, through everything. */
export function counterDb(): Promise<CounterDb> {
  opened ??= openDB<Counter>('stoa-counter', 2, {
    // What waits to be sent stays through every change of what this device keeps beside it.
    upgrade(db, from) {
      if (from < 1) {
        db.createObjectStore('kept')
        db.createObjectStore('queue', { keyPath: 'uuid' }).createIndex('at', 'at')
      }
      const names = db.objectStoreNames as unknown as DOMStringList
      if (names.contains('articles')) (db as unknown as IDBPDatabase).deleteObjectStore('articles')
      db.createObjectStore('lists', { keyPath: ['store', 'after'] }).createIndex('store', 'store')
    },
    // Another tab brings a newer shape: it must not wait for this one.
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  })
  return opened
}

/** Who took over a drawer by PIN. */
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

export const keptTill = (store: number): Promise<Till | undefined> => readStored<Till>(tillKey(store))
export const keepTill = async (store: number, till: Till): Promise<unknown> => (await counterDb()).put('kept', till, tillKey(store))
export const keptTicket = (store: number): Promise<Ticket | undefined> => readStored<Ticket>(ticketKey(store))
export const keepTicket = async (store: number, ticket: Ticket): Promise<unknown> =>
  (await counterDb()).put('kept', ticket, ticketKey(store))
export const keptDrawer = (store: number): Promise<Drawer | undefined> => readStored<Drawer>(drawerKey(store))

export const keptCashier = (store: number): Promise<Manned | undefined> => readStored<Manned>(cashierKey(store))

export async function keepCashier(store: number, cashier: Manned | undefined): Promise<void> {
  const db = await counterDb()
  if (cashier) await db.put('kept', cashier, cashierKey(store))
  else await db.delete('kept', cashierKey(store))
}

export async function keepDrawer(store: number, drawer: Drawer | undefined): Promise<void> {
  const db = await counterDb()
  if (drawer) await db.put('kept', drawer, drawerKey(store))
  else await db.delete('kept', drawerKey(store))
}

/** The id of this device, made once. */
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

/** What is read in one transaction with the queue: the drawer a ticket gets its turn from. */
export const inQueue = async () => {
  const tx = (await counterDb()).transaction(['kept', 'queue'], 'readwrite', { durability: 'strict' })
  return {
    drawer: async (store: number) => (await tx.objectStore('kept').get(drawerKey(store))) as Drawer | undefined,
    keep: (drawer: Drawer) => tx.objectStore('kept').put(drawer, drawerKey(drawer.store)),
    queue: tx.objectStore('queue'),
    done: tx.done,
  }
}
