/**
 * An in-memory IndexedDB with the interface of `idb`, as far as the POS and check-in use it. Transactions of the same device run one
 * after another.
 */

interface Store {
  keyPath: string | string[] | undefined
  indexes: Map<string, string>
  rows: Map<string, { key: unknown; value: unknown }>
}

type Values = Record<string, unknown>

const serializeKey = (key: unknown): string => JSON.stringify(key)
const getKey = (store: Store, value: unknown, key: unknown): unknown => {
  if (store.keyPath === undefined) return key
  const row = value as Values
  return Array.isArray(store.keyPath) ? store.keyPath.map((name) => row[name]) : row[store.keyPath]
}
/** Stores a copy, as a browser does. */
const copy = <T>(value: T): T => (value === undefined ? value : (structuredClone(value) as T))

/** A separate device: replaces `openDB` of `idb`. */
export function deviceDb() {
  const stores = new Map<string, Store>()
  const getStore = (name: string): Store => {
    const store = stores.get(name)
    if (!store) throw new Error(`no store ${name}`)
    return store
  }
  const ways = (name: string) => ({
    get: async (key: unknown) => copy(getStore(name).rows.get(serializeKey(key))?.value),
    put: async (value: unknown, key?: unknown) => {
      const storedKey = getKey(getStore(name), value, key)
      getStore(name).rows.set(serializeKey(storedKey), { key: storedKey, value: copy(value) })
      return storedKey
    },
    delete: async (key: unknown) => void getStore(name).rows.delete(serializeKey(key)),
    getAll: async () => [...getStore(name).rows.values()].map(({ value }) => copy(value)),
    clear: async () => getStore(name).rows.clear(),
  })
  let last: Promise<unknown> = Promise.resolve()
  const db = {
    objectStoreNames: { contains: (name: string) => stores.has(name) },
    createObjectStore(name: string, { keyPath }: { keyPath?: string | string[] } = {}) {
      const store: Store = { keyPath, indexes: new Map(), rows: new Map() }
      stores.set(name, store)
      return { createIndex: (index: string, path: string) => void store.indexes.set(index, path) }
    },
    deleteObjectStore: (name: string) => void stores.delete(name),
    get: (name: string, key: unknown) => ways(name).get(key),
    put: (name: string, value: unknown, key?: unknown) => ways(name).put(value, key),
    delete: (name: string, key: unknown) => ways(name).delete(key),
    getAll: (name: string) => ways(name).getAll(),
    async getAllFromIndex(name: string, index: string, indexValue?: unknown) {
      const path = getStore(name).indexes.get(index) ?? ''
      const found = [...getStore(name).rows.values()].map(({ value }) => copy(value) as Values)
      return found
        .filter((row) => indexValue === undefined || row[path] === indexValue)
        .toSorted((a, b) => ((a[path] as number) < (b[path] as number) ? -1 : 1))
    },
    /** Starts after all earlier transactions. It ends one macrotask after the response to its last request. */
    transaction(names: string | string[]) {
      const before = last
      let calls = 0
      let end: () => void = () => undefined
      const done = new Promise<void>((resolve) => (end = resolve))
      const counted = async <T>(call: () => Promise<T>): Promise<T> => {
        calls++
        await before
        const answer = await call()
        setTimeout(() => --calls === 0 && end())
        return answer
      }
      last = before.then(() => done)
      // A transaction without requests ends immediately.
      void before.then(() => setTimeout(() => calls === 0 && end()))
      const objectStore = (name: string) => {
        const { get, put, delete: remove, getAll, clear } = ways(name)
        return {
          get: (key: unknown) => counted(() => get(key)),
          put: (value: unknown, key?: unknown) => counted(() => put(value, key)),
          delete: (key: unknown) => counted(() => remove(key)),
          getAll: () => counted(getAll),
          clear: () => counted(clear),
        }
      }
      return { objectStore, store: objectStore([names].flat()[0] ?? ''), done }
    },
  }
  return {
    async openDB(_name: string, _version: number, { upgrade }: { upgrade?: (made: typeof db, from: number) => void } = {}) {
      if (stores.size === 0) upgrade?.(db, 0)
      return db
    },
  }
}
