import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Article, Articles } from '../../api-types.ts'
import type * as Db from './db.ts'
import type * as Lists from './lists.ts'
import { createArticle } from '../../tests/article.ts'

/** The article list on a device: fetched page by page and rewritten only where it changed. */
vi.mock('idb', async () => (await import('../../../../tests/support/device-db.ts')).deviceDb())
// Load only the API client of the admin. The full admin requires a `window`.
vi.mock('stoa/admin', async () => await import('../../../../ui-admin/src/api/client.ts'))

let lists: typeof Lists
let db: typeof Db
/** The server's article pages, by the id after which a page begins. */
let pages: Record<number, { ids: number[]; next: number | null; mark: string }> = {}
let requests: string[] = []
let wanders = false
beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://shop.test')
    const query = Object.fromEntries(url.searchParams)
    const after = Number(query['after'] ?? 0)
    requests.push(`${url.pathname} ${after} ${query['known'] ?? '-'} ${query['language']}`)
    if (wanders && after > 0) throw new TypeError('network')
    const page = pages[after] ?? { ids: [], next: null, mark: '' }
    const same = page.mark === query['known']
    return new Response(
      JSON.stringify({
        data: same ? [] : page.ids.map((id) => createArticle(id)),
        next: same ? null : page.next,
        mark: page.mark,
        same,
      } satisfies Articles),
    )
  })
  db = await import('./db.ts')
  lists = await import('./lists.ts')
})
afterAll(() => void vi.unstubAllGlobals())
beforeEach(async () => {
  const database = await db.counterDb()
  for (const { store, after } of await database.getAll('lists')) await database.delete('lists', [store, after])
  requests = []
  wanders = false
  pages = { 0: { ids: [1, 2], next: 2, mark: 'a' }, 2: { ids: [3, 4], next: 4, mark: 'b' }, 4: { ids: [5], next: null, mark: 'c' } }
})

const ids = (articles: readonly Article[] | undefined) => articles?.map(({ id }) => id)
const fresh = async (firsts: number[][] = [], store = 1) =>
  ids(await lists.freshArticles(store, 'zh-HK', (articles) => firsts.push(articles.map(({ id }) => id))))
const readStoredIds = async (store = 1) => ids(await lists.loadArticles(store))

test('all pages are fetched in order and stored, and the first is reported immediately if nothing was stored', async () => {
  const firsts: number[][] = []
  expect(await fresh(firsts)).toEqual([1, 2, 3, 4, 5])
  expect([firsts, await readStoredIds()]).toEqual([[[1, 2]], [1, 2, 3, 4, 5]])
  expect(requests).toEqual([
    '/api/admin/store/1/article 0 - zh-HK',
    '/api/admin/store/1/article 2 - zh-HK',
    '/api/admin/store/1/article 4 - zh-HK',
  ])
})

test('stored pages are requested with their known mark, and nothing is reported if none changed', async () => {
  await fresh()
  requests = []
  expect(await fresh()).toBeUndefined()
  expect(requests.map((request) => request.split(' ')[2])).toEqual(['a', 'b', 'c'])
  expect(await readStoredIds()).toEqual([1, 2, 3, 4, 5])
})

test('only a changed page is sent, the others stay, and the first page is not reported again', async () => {
  await fresh()
  pages[2] = { ids: [3, 40], next: 4, mark: 'b2' }
  const firsts: number[][] = []
  expect(await fresh(firsts)).toEqual([1, 2, 3, 40, 5])
  expect([firsts, await readStoredIds()]).toEqual([[], [1, 2, 3, 40, 5]])
})

test('removed pages are deleted, also when pages end earlier or are split differently', async () => {
  await fresh()
  pages = { 0: { ids: [1, 2], next: 2, mark: 'a' }, 2: { ids: [3], next: null, mark: 'd' } }
  expect(await fresh()).toEqual([1, 2, 3])
  expect(await readStoredIds()).toEqual([1, 2, 3])
  pages = { 0: { ids: [1, 2, 3], next: 3, mark: 'e' }, 3: { ids: [7], next: null, mark: 'f' } }
  expect(await fresh()).toEqual([1, 2, 3, 7])
  expect(await readStoredIds()).toEqual([1, 2, 3, 7])
})

test('after a network failure stored pages are kept, and the next sync fetches the rest', async () => {
  wanders = true
  await expect(fresh()).rejects.toThrow('NETWORK')
  expect(await readStoredIds()).toEqual([1, 2])
  wanders = false
  expect(await fresh()).toEqual([1, 2, 3, 4, 5])
})

test('each store has its own pages', async () => {
  await fresh()
  pages = { 0: { ids: [9], next: null, mark: 'z' } }
  expect(await fresh([], 2)).toEqual([9])
  expect([await readStoredIds(1), await readStoredIds(2)]).toEqual([[1, 2, 3, 4, 5], [9]])
})

test('a device has one id, also with concurrent requests', async () => {
  const names = await Promise.all([db.deviceId(), db.deviceId(), db.deviceId()])
  expect(new Set(names).size).toBe(1)
  expect(names[0]).toMatch(/^[0-9a-f-]{36}$/)
})

test('the open drawer is stored per store, and deleted when it ends', async () => {
  const drawer = { ...{ session: 7, number: 'S-7', register: 3, code: 'k1', name: 'Counter', place: 1, last: 0, unused: [] } }
  for (const store of [1, 2]) await db.keepDrawer(store, { ...drawer, store })
  await db.keepDrawer(1, undefined)
  expect([await db.keptDrawer(1), (await db.keptDrawer(2))?.store]).toEqual([undefined, 2])
})
