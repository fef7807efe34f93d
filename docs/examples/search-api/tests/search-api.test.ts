import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { type FakeApi, fakeApi } from '../../../../tests/support/fake-service.ts'

const shop = suite(['search-api'], { env: { STOA_OUTGOING: 'any' } })

/** Fake search API and the requests it received. */
let api: FakeApi
const getRequests = () => api.requests.map(({ headers, body }) => ({ key: headers.authorization, ...body }))
const finds =
  (ids: unknown, total = 3) =>
  (response: ServerResponse) =>
    void response.end(JSON.stringify({ ids, total }))

const ids: Record<string, number> = {}
beforeAll(async () => {
  api = await fakeApi()
  await shop.owner.put('/api/admin/settings/search_api', { url: api.url, key: 'a key' })
  for (const [name, more] of [['Lamp'], ['Sofa'], ['Lampshade'], ['Hidden lamp', { visibled: false }]] as [string, object?][]) {
    const url = name.toLowerCase().replace(' ', '-')
    const made = await shop.owner.post('/api/admin/product', {
      name,
      sku: url,
      url,
      is_new: name === 'Sofa',
      stocks: [{ price: '10.00' }],
      ...more,
    })
    if (made.status !== 201) throw new Error(JSON.stringify(made.body))
    ids[name] = made.body.id
  }
})
afterAll(() => void api.close())
beforeEach(() => {
  api.requests.length = 0
  api.answer = finds([])
})

const choose = (search_by: string | null) => shop.owner.put('/api/admin/settings/shop', { search_by })
const search = async (keyword: string, more: object = {}) => (await shop.guest.post('/api/product/search', { keyword, ...more })).body
const names = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name)

test('the built-in search is used until staff choose the provider by its name; an unknown provider is refused', async () => {
  expect(names(await search('lamp')).toSorted()).toEqual(['Lamp', 'Lampshade'])
  expect(getRequests()).toEqual([])
  const { form } = (await shop.owner.get('/api/admin/settings/shop')).body
  const field = form.groups.flatMap(({ fields }: any) => fields).find(({ name }: any) => name === 'search_by')
  expect(field.options).toEqual([{ value: 'search_api', label: 'Search API' }])
  expect((await choose('nothing')).body.messages).toHaveProperty('search_by')
  expect((await choose('search_api')).status).toBe(200)
})

test('products are listed in the order of the search provider, without those the public may not see, and are counted', async () => {
  api.answer = finds([ids['Sofa'], ids['Hidden lamp'], ids['Lamp'], 999_999, ids['Sofa']])
  const found = await search('comfort')
  expect([names(found), found.total, found.more]).toEqual([['Sofa', 'Lamp'], 2, undefined])
  expect(getRequests()).toEqual([{ key: 'Bearer a key', keyword: 'comfort', language: 'en-US', limit: 5_000 }])
  const { products } = (await shop.guest.post('/api/product/suggest', { keyword: 'comfort' })).body
  expect(names({ data: products })).toEqual(['Sofa', 'Lamp'])
})

test('filters and pagination apply to the results of the search provider', async () => {
  api.answer = finds([ids['Sofa'], ids['Lamp']], 9)
  expect(names(await search('home', { flag: 'new' }))).toEqual(['Sofa'])
  const second = await search('home', { limit: 1, page: 2 })
  expect([names(second), second.total, second.more]).toEqual([['Lamp'], 2, true])
})

test.each([
  ['is broken', (response: ServerResponse) => void response.writeHead(500).end()],
  ['answers what is no JSON', (response: ServerResponse) => void response.end('<html>')],
  ['answers what are no ids', finds(['x'])],
  ['hangs up', (response: ServerResponse) => void response.destroy()],
  ['does not answer for two seconds', () => undefined],
])('while the search provider %s, the built-in search is used', async (_title, fault) => {
  api.answer = fault
  // Search results are cached for a minute, or until a product changes.
  await shop.it.kernel.transaction(async (tx) => tx.invalidate('product'))
  expect(names(await search('lamp')).toSorted()).toEqual(['Lamp', 'Lampshade'])
  expect(getRequests()).toHaveLength(1)
})
