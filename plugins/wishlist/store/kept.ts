import { atom, type createStore } from 'jotai'
import type { Shop } from 'stoa/store'
import type { WishlistView } from '../api-types.ts'

export type Store = ReturnType<typeof createStore>

/** What is asked of the shop. */
export type WishlistQuery = Pick<Shop, 'language'> & {
  bootstrap: Pick<Shop['bootstrap'], 'signedIn'>
  call: Pick<Shop['call'], 'get' | 'post' | 'remove'>
}

/** Ids of the kept products, newest first; null until they are known. */
export const idsAtom = atom<number[] | null>(null)
/** The list as the server told it; a guest has none. */
export const viewAtom = atom<WishlistView | null>(null)

const KEY = 'stoa-wishlist'

/** The list a guest keeps in this browser; null where none is kept. */
const localIds = (): number[] | null => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return Array.isArray(kept) ? kept.filter((id): id is number => Number.isSafeInteger(id) && id > 0).slice(0, 200) : null
  } catch {
    return null
  }
}

/** None is not the same as an empty one: that says that somebody took the last product off it, on whatever page. */
const keepLocally = (ids: readonly number[] | null): void => {
  try {
    if (ids) localStorage.setItem(KEY, JSON.stringify(ids))
    else localStorage.removeItem(KEY)
  } catch {
    /* A browser that keeps nothing: the list lasts as long as the page. */
  }
}

const take = (store: Store, view: WishlistView): void => {
  store.set(viewAtom, view)
  store.set(
    idsAtom,
    view.data.map((item) => item.product_id),
  )
}

/** Asks for the list. What was kept in this browser before signing in joins that of the account, once. */
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

/** Keeps a product that is not on the list as this page shows it, else takes it off; answers whether it is kept now. */
export const toggle = async ({ call, language, bootstrap }: WishlistQuery, store: Store, id: number): Promise<boolean> => {
  const shown = store.get(idsAtom) ?? []
  const kept = !shown.includes(id)
  if (!bootstrap.signedIn) {
    // Other pages of the same guest may have kept something since this one was opened.
    const others = (localIds() ?? shown).filter((one) => one !== id)
    const after = kept ? [id, ...others] : others
    keepLocally(after)
    store.set(idsAtom, after)
    return kept
  }
  const body = { product_id: id, language }
  take(store, await (kept ? call.post<WishlistView>('/api/wishlist', body) : call.remove<WishlistView>('/api/wishlist', body)))
  return kept
}
