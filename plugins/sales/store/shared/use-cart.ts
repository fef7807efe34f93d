import { useAtomValue, useStore } from 'jotai'
import { useMemo } from 'react'
import { useShop } from 'stoa/store'
import type { Buying } from 'stoa/plugins/catalogue/store'
import { addThing, cartAtom, cartBusyAtom, choose, drawerAtom, inCart, loadCart, removeItem, setQuantity } from './cart.ts'

/** The cart and its actions. */
export const useCart = () => {
  const shop = useShop()
  const store = useStore()
  const cart = useAtomValue(cartAtom)
  const busy = useAtomValue(cartBusyAtom)
  const actions = useMemo(
    () => ({
      add: (stockId: number, quantity: number, options?: Record<string, string>) =>
        addThing(shop, store, { stock_id: stockId }, quantity, options),
      addKind: (kind: string, subjectId: number, quantity: number) => addThing(shop, store, { kind, subject_id: subjectId }, quantity),
      setQuantity: (itemId: number, quantity: number) => setQuantity(shop, store, itemId, quantity),
      remove: (itemId: number) => removeItem(shop, store, itemId),
      choose: (choices: Record<string, unknown>) => choose(shop, store, choices),
      reload: () => loadCart(shop, store),
      open: () => store.set(drawerAtom, true),
      close: () => store.set(drawerAtom, false),
    }),
    [shop, store],
  )
  return { cart, busy, ...actions }
}

/** The cart for pages with products. */
export const useBuying = (): Buying => {
  const { cart, add, open } = useCart()
  return { getCartQuantity: (stockId) => inCart(cart, stockId), add, open }
}
