import { createStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type WishlistQuery, idsAtom, load, type Store, toggle, viewAtom } from './local-wishlist.ts'

/** A visitor's wishlist: stored in the browser for guests, in the account for customers. */
const KEY = 'stoa-wishlist'
let storedValues: Map<string, string>
let broken = false
beforeEach(() => {
  storedValues = new Map()
  broken = false
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storedValues.get(key) ?? null,
    setItem(key: string, text: string) {
      if (broken) throw new Error('full')
      storedValues.set(key, text)
    },
    removeItem: (key: string) => void storedValues.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

/** The wishlist of an account, with the requests it received. */
function account(ids: number[] = []) {
  const requests: unknown[][] = []
  const answer = () => ({ data: ids.map((product_id) => ({ product_id })), total: ids.length })
  const put = (newIds: readonly number[]) => (ids = [...newIds.filter((id) => !ids.includes(id)), ...ids])
  const call = {
    get: async (...args: unknown[]) => (requests.push(['get', ...args]), answer()),
    post: async (path: string, body: { product_id?: number; product_ids?: number[] }) => {
      requests.push(['post', path, body])
      put(body.product_ids ?? [body.product_id ?? 0])
      return answer()
    },
    remove: async (path: string, body: { product_id: number }) => {
      requests.push(['remove', path, body])
      ids = ids.filter((id) => id !== body.product_id)
      return answer()
    },
  }
  return { requests: requests, shop: { language: 'en-US', bootstrap: { signedIn: true }, call } as unknown as WishlistQuery }
}
const guest = { language: 'en-US', bootstrap: { signedIn: false }, call: {} } as unknown as WishlistQuery

/** A newly opened page. */
async function page(shop: WishlistQuery): Promise<Store> {
  const store = createStore()
  await load(shop, store)
  return store
}
const ids = (store: Store) => store.get(idsAtom)

describe('the wishlist of a guest', () => {
  test('is stored newest first, across pages, without any request', async () => {
    const store = await page(guest)
    expect([ids(store), store.get(viewAtom)]).toEqual([[], null])
    expect([await toggle(guest, store, 1), await toggle(guest, store, 2), await toggle(guest, store, 3)]).toEqual([true, true, true])
    expect(await toggle(guest, store, 2)).toBe(false)
    expect(ids(store)).toEqual([3, 1])
    expect(ids(await page(guest))).toEqual([3, 1])
  })

  test('keeps what another tab added meanwhile, and what another tab removed stays removed', async () => {
    const [firstPage, two] = [await page(guest), await page(guest)]
    await toggle(guest, firstPage, 1)
    await toggle(guest, two, 2)
    expect([ids(two), ids(await page(guest))]).toEqual([
      [2, 1],
      [2, 1],
    ])
    await toggle(guest, two, 1)
    await toggle(guest, two, 2)
    await toggle(guest, firstPage, 3)
    expect(ids(await page(guest))).toEqual([3])
    // The page does not show the product as saved, so the toggle adds it, even if another page added it already.
    await toggle(guest, two, 3)
    expect(ids(await page(guest))).toEqual([3])
  })

  test('lasts as long as the page in a browser without storage', async () => {
    broken = true
    const store = await page(guest)
    await toggle(guest, store, 1)
    await toggle(guest, store, 2)
    expect(ids(store)).toEqual([2, 1])
    await toggle(guest, store, 1)
    expect([ids(store), ids(await page(guest))]).toEqual([[2], []])
  })

  test.each(['{', '7', '{"a":1}', 'null'])('with stored value %s is empty', async (text) => {
    storedValues.set(KEY, text)
    expect(ids(await page(guest))).toEqual([])
  })

  test('stores at most two hundred ids', async () => {
    storedValues.set(KEY, JSON.stringify(['1', 2, null, 3.5, 0, -4, 5]))
    expect(ids(await page(guest))).toEqual([2, 5])
    storedValues.set(KEY, JSON.stringify(Array.from({ length: 300 }, (_, i) => i + 1)))
    expect(ids(await page(guest))).toHaveLength(200)
  })
})

describe('the wishlist of a customer', () => {
  test('is that of the account, and each change is sent to it', async () => {
    const { requests, shop } = account([4])
    const store = await page(shop)
    expect(ids(store)).toEqual([4])
    expect([await toggle(shop, store, 5), await toggle(shop, store, 4)]).toEqual([true, false])
    expect([ids(store), store.get(viewAtom)?.total]).toEqual([[5], 1])
    expect(requests).toEqual([
      ['get', '/api/wishlist', { language: 'en-US' }],
      ['post', '/api/wishlist', { product_id: 5, language: 'en-US' }],
      ['remove', '/api/wishlist', { product_id: 4, language: 'en-US' }],
    ])
    expect(storedValues.size).toBe(0)
  })

  test('takes over the guest list once when signing in', async () => {
    const store = await page(guest)
    for (const id of [1, 2]) await toggle(guest, store, id)
    const { requests, shop } = account([9])
    expect(ids(await page(shop))).toEqual([2, 1, 9])
    expect(storedValues.size).toBe(0)
    await page(shop)
    expect(requests.map(([verb]) => verb)).toEqual(['post', 'get'])
  })

  test('keeps the browser list while the account is unreachable, and does not send an empty one', async () => {
    storedValues.set(KEY, '[1]')
    const { shop } = account()
    const down = { ...shop, call: { ...shop.call, post: () => Promise.reject(new Error('down')) } } as WishlistQuery
    await expect(page(down)).rejects.toThrow('down')
    expect(storedValues.get(KEY)).toBe('[1]')
    storedValues.set(KEY, '[]')
    const { requests, shop: other } = account([3])
    expect(ids(await page(other))).toEqual([3])
    expect(requests.map(([verb]) => verb)).toEqual(['get'])
  })
})
