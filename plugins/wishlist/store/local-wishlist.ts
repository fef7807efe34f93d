import { atom, type createStore } from 'jotai'
import type { Shop } from 'stoa/store'
import type { WishlistView } from '../api-types.ts'

export type Store = ReturnType<typeof createStore>

/** The parts of the store context that the wishlist uses. */
export type WishlistQuery = Pick<Shop, 'language'> & {
  bootstrap: Pick<Shop['bootstrap'], 'signedIn'>
  call: Pick<Shop['call'], 'get' | 'post' | 'remove'>
}

/** Ids on the list, newest first; null until loaded. */
export const idsAtom = atom<number[] | null>(null)
/** The list from the server; null for a guest. */
export const viewAtom = atom<WishlistView | null>(null)

const KEY = 'stoa-wishlist'

/** The guest's list in local storage; null when there is none. */
const localIds = (): number[] | null => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return Array.isArray(stored) ? stored.filter((id): id is number => Number.isSafeInteger(id) && id > 0).slice(0, 200) : null
  } catch {
    return null
  }
}

/** None differs from an empty list, which means that the last product was removed. */
const keepLocally = (ids: readonly number[] | null): void => {
  try {
    if (ids) localStorage.setItem(KEY, JSON.stringify(ids))
    else localStorage.removeItem(KEY)
  } catch {
    /* Without local storage the list lasts as long as the page. */
  }
}

const take = (store: Store, view: WishlistView): void => {
  store.set(viewAtom, view)
  store.set(
    idsAtom,
    view.data.map((item) => item.product_id),
  )
}

/** Loads the list. A guest list from before signing in is merged into the account once. */
export const load = async ({ call, language, bootstrap }: WishlistQuery, store: Store): Promise<void> => {
  const local = localIds() ?? []
  if (!bootstrap.signedIn) {
    store.set(idsAtom, local)
    return
  }
  if (local.length === 0) return take(store, await call.get<WishlistView>('/api/wishlist', { language }))
  take(store, await call.post<WishlistView>('/api/wishlist', { product_ids: local, language }))
  keepLocally(null)
}

/** Adds a product, or removes it if this page shows it on the list. Returns whether it is on the list now. */
export const toggle = async ({ call, language, bootstrap }: WishlistQuery, store: Store, id: number): Promise<boolean> => {
  const visibleIds = store.get(idsAtom) ?? []
  const isAdded = !visibleIds.includes(id)
  if (!bootstrap.signedIn) {
    // Another tab may have changed the list since this page was opened.
    const others = (localIds() ?? visibleIds).filter((other) => other !== id)
    const after = isAdded ? [id, ...others] : others
    keepLocally(after)
    store.set(idsAtom, after)
    return isAdded
  }
  const body = { product_id: id, language }
  take(store, await (isAdded ? call.post<WishlistView>('/api/wishlist', body) : call.remove<WishlistView>('/api/wishlist', body)))
  return isAdded
}
