import { atom, useAtomValue, useStore } from 'jotai'
import { useEffect, useMemo } from 'react'
import { failureTexts, notify, useShop, useT } from 'stoa/store'
import { idsAtom, load, toggle, viewAtom } from './local-wishlist.ts'

/** Only the first heart on a page loads the list. */
const requestedAtom = atom(false)

/** The visitor's wishlist and functions to change it. */
export const useWishes = () => {
  const shop = useShop()
  const store = useStore()
  const t = useT()
  const ids = useAtomValue(idsAtom)
  const view = useAtomValue(viewAtom)
  useEffect(() => {
    if (store.get(requestedAtom)) return
    store.set(requestedAtom, true)
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
