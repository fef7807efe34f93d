import { useAtomValue, useStore } from 'jotai'
import { useMemo } from 'react'
import { useShop } from '../kit/shop.tsx'
import { addToCart, cartAtom, cartBusyAtom, drawerAtom, loadCart, removeItem, setQuantity } from './cart.ts'

/** The cart and what can be done with it. */
export const useCart = () => {
  const shop = useShop()
  const store = useStore()
  const cart = useAtomValue(cartAtom)
  const busy = useAtomValue(cartBusyAtom)
  const actions = useMemo(
    () => ({
      add: (stockId: number, quantity: number) => addToCart(shop, store, stockId, quantity),
      setQuantity: (itemId: number, quantity: number) => setQuantity(shop, store, itemId, quantity),
      remove: (itemId: number) => removeItem(shop, store, itemId),
      reload: () => loadCart(shop, store),
      open: () => store.set(drawerAtom, true),
      close: () => store.set(drawerAtom, false),
    }),
    [shop, store],
  )
  return { cart, busy, ...actions }
}
