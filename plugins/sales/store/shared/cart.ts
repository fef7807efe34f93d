import { atom } from 'jotai'
import type { createStore } from 'jotai'
import { chosenCurrencyAtom, findCurrency, notify, readCookie, type Shop, writeCookie } from 'stoa/store'
import type { CartView } from '../../api-types.ts'

type Store = ReturnType<typeof createStore>

/** The cart as the server last told it; null until it was asked. */
export const cartAtom = atom<CartView | null>(null)
/** True when the cart could not be fetched. */
export const cartFailedAtom = atom(false)
/** True while a cart call is under way. */
export const cartBusyAtom = atom(false)
/** The line that was just added, for 1.8 seconds. */
export const addedAtom = atom<number | null>(null)
/** Whether the drawer is open. */
export const drawerAtom = atom(false)

const HIGHLIGHT_MS = 1_800
const CART_DAYS = 30

const cartId = (): string => readCookie(document.cookie, 'cart_id') ?? ''

/** What every cart call says: in which language and currency the answer shall be. */
const localeFields = (shop: Shop, store: Store) => ({
  language: shop.language,
  currency: findCurrency(shop.shell.settings, store.get(chosenCurrencyAtom) ?? shop.currency).identifier,
})

/** The server decides which cart it is: its answer replaces what we knew. */
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

/** Asks for the cart, if there can be one: a first-time visitor has none and gets none by looking. */
export const loadCart = async (shop: Shop, store: Store): Promise<void> => {
  store.set(cartFailedAtom, false)
  if (!cartId() && !shop.bootstrap.signedIn) {
    store.set(cartAtom, EMPTY)
    return
  }
  try {
    const cart = keep(store, await shop.call.post<CartView>('/api/cart', { ...localeFields(shop, store), cart_id: cartId() }))
    if (cart.notices.length > 0) notify({ tone: 'warning', title: shop.t('sales.cart.title'), texts: cart.notices })
  } catch {
    store.set(cartFailedAtom, true)
  }
}

/** What is put into a cart: a stock, or a thing of another kind. */
type Thing = { stock_id: number } | { kind: string; subject_id: number }

/** Puts something in the cart and marks its line for 1.8 seconds. */
export const addThing = (shop: Shop, store: Store, thing: Thing, quantity: number, asked: Record<string, string> = {}): Promise<CartView> =>
  busy(store, async () => {
    if (!cartId()) {
      keep(store, await shop.call.post<CartView>('/api/cart', { ...localeFields(shop, store), cart_id: '' }))
    }
    const cart = keep(
      store,
      await shop.call.post<CartView>('/api/cart/item', {
        ...localeFields(shop, store),
        ...thing,
        quantity,
        cart_id: cartId(),
        additional_options: asked,
      }),
    )
    const line = cart.items.find((item) =>
      'kind' in thing ? item.kind === thing.kind && item.subject_id === thing.subject_id : item.stock_id === thing.stock_id,
    )
    store.set(addedAtom, line?.id ?? null)
    setTimeout(() => store.set(addedAtom, (now) => (now === line?.id ? null : now)), HIGHLIGHT_MS)
    return cart
  })

/** Shows a change at once and takes it back when the server refuses. */
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

/** Changes how many of a line; whole numbers from one up. */
export const setQuantity = (shop: Shop, store: Store, itemId: number, quantity: number): Promise<CartView> =>
  optimistic(
    store,
    (cart) => ({
      ...cart,
      items: cart.items.map((item) => (item.id === itemId ? { ...item, quantity } : item)),
    }),
    () =>
      shop.call.put<CartView>('/api/cart/item', {
        item_id: itemId,
        quantity,
        cart_id: cartId(),
        ...localeFields(shop, store),
      }),
  )

/** Takes a line out. */
export const removeItem = (shop: Shop, store: Store, itemId: number): Promise<CartView> =>
  optimistic(
    store,
    (cart) => ({ ...cart, items: cart.items.filter((item) => item.id !== itemId) }),
    () =>
      shop.call.remove<CartView>('/api/cart/item', {
        item_id: itemId,
        cart_id: cartId(),
        ...localeFields(shop, store),
      }),
  )

/** Chooses what is to be taken off the price, by the name of who takes it off; null takes a choice back. */
export const choose = (shop: Shop, store: Store, choices: Record<string, unknown>): Promise<CartView> =>
  busy(store, async () =>
    keep(store, await shop.call.put<CartView>('/api/cart/choice', { ...localeFields(shop, store), cart_id: cartId(), choices })),
  )

/** How many of a stock are in the cart already. */
export const inCart = (cart: CartView | null, stockId: number): number =>
  (cart?.items ?? []).filter((item) => item.stock_id === stockId).reduce((sum, item) => sum + item.quantity, 0)
