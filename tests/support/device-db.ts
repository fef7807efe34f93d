/** What a browser keeps, as `idb` hands it out, in memory: as much of it as counters and doors use. Writers of one store wait for each other. */

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
/** What is kept is a copy, as in a browser. */
const copy = <T>(value: T): T => (value === undefined ? value : (structuredClone(value) as T))

/** A device of its own: `openDB` in place of that of `idb`. */
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
    /** Begins once those before it are over; it is over when its last call was answered, a turn of the clock later. */
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
      // One that is asked nothing is over at once.
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
