import { atom, useAtomValue, useStore } from 'jotai'
import { useEffect, useMemo } from 'react'
import { failureTexts, notify, useShop, useT } from '../../../ui-store/src/kit/index.ts'
import type { Shop } from '../../../ui-store/src/kit/index.ts'
import type { WishlistView } from '../wire.ts'

type Store = ReturnType<typeof useStore>

/** Ids of the kept products, newest first; null until they are known. */
const idsAtom = atom<number[] | null>(null)
/** The list as the server told it; a guest has none. */
const viewAtom = atom<WishlistView | null>(null)
/** Of all the hearts of a page only the first asks. */
const askedAtom = atom(false)

const KEY = 'stoa-wishlist'

/** The list a guest keeps in this browser. */
const localIds = (): number[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id): id is number => Number.isSafeInteger(id)).slice(0, 200) : []
  } catch {
    return []
  }
}

const keepLocally = (ids: number[]): void => {
  try {
    if (ids.length > 0) localStorage.setItem(KEY, JSON.stringify(ids))
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
const load = async ({ call, language, bootstrap }: Shop, store: Store): Promise<void> => {
  const local = localIds()
  if (!bootstrap.signedIn) {
    store.set(idsAtom, local)
    return
  }
  if (local.length === 0) return take(store, await call.get<WishlistView>('/api/wishlist', { language }))
  take(store, await call.post<WishlistView>('/api/wishlist', { product_ids: local, language }))
  keepLocally([])
}

const toggle = async ({ call, language, bootstrap }: Shop, store: Store, id: number): Promise<boolean> => {
  const before = store.get(idsAtom) ?? []
  const kept = !before.includes(id)
  if (!bootstrap.signedIn) {
    const after = kept ? [id, ...before] : before.filter((one) => one !== id)
    keepLocally(after)
    store.set(idsAtom, after)
    return kept
  }
  const body = { product_id: id, language }
  take(store, await (kept ? call.post<WishlistView>('/api/wishlist', body) : call.remove<WishlistView>('/api/wishlist', body)))
  return kept
}

/** The visitor's wishlist and how it changes. */
export const useWishes = () => {
  const shop = useShop()
  const store = useStore()
  const t = useT()
  const ids = useAtomValue(idsAtom)
  const view = useAtomValue(viewAtom)
  useEffect(() => {
    if (store.get(askedAtom)) return
    store.set(askedAtom, true)
    load(shop, store).catch(() => store.set(idsAtom, []))
  }, [shop, store])
  const change = useMemo(
    () => async (id: number) => {
      try {
        return await toggle(shop, store, id)
      } catch (error) {
        notify({ tone: 'warning', title: failureTexts(error)[0] ?? t('wishlist.failed') })
        return undefined
      }
    },
    [shop, store, t],
  )
  return { ids, view, change }
}
