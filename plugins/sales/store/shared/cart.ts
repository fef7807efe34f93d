import { atom } from 'jotai'
import type { createStore } from 'jotai'
import { chosenCurrencyAtom, findCurrency, notify, readCookie, type Shop, writeCookie } from 'stoa/store'
import type { CartView } from '../../api-types.ts'

type Store = ReturnType<typeof createStore>

/** The latest cart from the server; null until loaded. */
export const cartAtom = atom<CartView | null>(null)
/** True if the cart could not be loaded. */
export const cartFailedAtom = atom(false)
/** True while a cart call is pending. */
export const cartBusyAtom = atom(false)
/** The line that was just added, for 1.8 seconds. */
export const addedAtom = atom<number | null>(null)
/** Whether the drawer is open. */
export const drawerAtom = atom(false)

const HIGHLIGHT_MS = 1_800
const CART_DAYS = 30

const cartId = (): string => readCookie(document.cookie, 'cart_id') ?? ''

/** The cart, and the language and currency of the response, sent with every cart call. */
const cartFields = (shop: Shop, store: Store) => ({
  cart_id: cartId(),
  language: shop.language,
  currency: findCurrency(shop.shell.settings, store.get(chosenCurrencyAtom) ?? shop.currency).identifier,
})

/** The server decides which cart applies: its response replaces the local state. */
const keep = (store: Store, cart: CartView): CartView => {
  if (cart.cart_id) writeCookie('cart_id', cart.cart_id, CART_DAYS)
  store.set(cartAtom, cart)
  return cart
}

const busy = async <T>(store: Store, work: () => Promise<T>): Promise<T> => {
  store.set(cartBusyAtom, true)
  try {
    return await work()
  } finally {
    store.set(cartBusyAtom, false)
  }
}

const EMPTY: CartView = {
  cart_id: '',
  items: [],
  item_count: 0,
  subtotal: '0.00',
  discount: '0.00',
  adjustments: [],
  choices: {},
  gifts: [],
  hints: [],
  total: '0.00',
  taxes: [],
  currency: '',
  notices: [],
}

/** Loads the cart, if there may be one. A new visitor has none, and viewing creates none. */
export const loadCart = async (shop: Shop, store: Store): Promise<void> => {
  store.set(cartFailedAtom, false)
  if (!cartId() && !shop.bootstrap.signedIn) {
    store.set(cartAtom, EMPTY)
    return
  }
  try {
    const cart = keep(store, await shop.call.post<CartView>('/api/cart', cartFields(shop, store)))
    if (cart.notices.length > 0) notify({ tone: 'warning', title: shop.t('sales.cart.title'), texts: cart.notices })
  } catch {
    store.set(cartFailedAtom, true)
  }
}

/** An item to add: a stock item, or an item of another line type. */
type Thing = { stock_id: number } | { kind: string; subject_id: number }

/** Adds an item to the cart and highlights its line for 1.8 seconds. */
export const addThing = (
  shop: Shop,
  store: Store,
  thing: Thing,
  quantity: number,
  options: Record<string, string> = {},
): Promise<CartView> =>
  busy(store, async () => {
    if (!cartId()) keep(store, await shop.call.post<CartView>('/api/cart', cartFields(shop, store)))
    const body = { ...cartFields(shop, store), ...thing, quantity, additional_options: options }
    const cart = keep(store, await shop.call.post<CartView>('/api/cart/item', body))
    const line = cart.items.find((item) =>
      'kind' in thing ? item.kind === thing.kind && item.subject_id === thing.subject_id : item.stock_id === thing.stock_id,
    )
    store.set(addedAtom, line?.id ?? null)
    setTimeout(() => store.set(addedAtom, (now) => (now === line?.id ? null : now)), HIGHLIGHT_MS)
    return cart
  })

/** Optimistic update: rolled back if the server rejects it. */
const optimistic = (store: Store, guess: (cart: CartView) => CartView, ask: () => Promise<CartView>) =>
  busy(store, async () => {
    const before = store.get(cartAtom)
    if (before) store.set(cartAtom, guess(before))
    try {
      return keep(store, await ask())
    } catch (error) {
      store.set(cartAtom, before)
      throw error
    }
  })

/** Sets the quantity of a line; integers from 1. */
export const setQuantity = (shop: Shop, store: Store, itemId: number, quantity: number): Promise<CartView> =>
  optimistic(
    store,
    (cart) => ({ ...cart, items: cart.items.map((item) => (item.id === itemId ? { ...item, quantity } : item)) }),
    () => shop.call.put<CartView>('/api/cart/item', { ...cartFields(shop, store), item_id: itemId, quantity }),
  )

/** Removes a line. */
export const removeItem = (shop: Shop, store: Store, itemId: number): Promise<CartView> =>
  optimistic(
    store,
    (cart) => ({ ...cart, items: cart.items.filter((item) => item.id !== itemId) }),
    () => shop.call.remove<CartView>('/api/cart/item', { ...cartFields(shop, store), item_id: itemId }),
  )

/** Sets choices for adjustment providers, by provider name; null removes one. */
export const choose = (shop: Shop, store: Store, choices: Record<string, unknown>): Promise<CartView> =>
  busy(store, async () => keep(store, await shop.call.put<CartView>('/api/cart/choice', { ...cartFields(shop, store), choices })))

/** Units of a stock item in the cart. */
export const inCart = (cart: CartView | null, stockId: number): number =>
  (cart?.items ?? []).filter((item) => item.stock_id === stockId).reduce((sum, item) => sum + item.quantity, 0)
