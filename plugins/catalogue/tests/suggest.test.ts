import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'

const shop = suite(['catalogue'])

const make = async (resource: string, values: object): Promise<number> => {
  const made = await shop.owner.post(`/api/admin/${resource}`, values)
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  return made.body.id
}
const product = (url: string, name: object, more: object = {}) =>
  make('product', { name, url, sku: url.toUpperCase(), stocks: [{ price: '10.00', sku: `${url.toUpperCase()}-1` }], ...more })
const ask = async (keyword: string, more: object = {}) => (await shop.guest.post('/api/product/suggest', { keyword, ...more })).body
const urls = (list: { url: string }[]) => list.map(({ url }) => url)

test('suggestions rank products like the search, include categories, and match both Chinese scripts', async () => {
  const category = await make('category', { title: { 'en-US': 'Green tea', 'zh-HK': '綠茶' }, url: 'green-tea' })
  await make('category', { title: { 'en-US': 'Green hidden' }, url: 'green-hidden', visibled: false })
  await product('sencha', { 'en-US': 'Sencha of the hills', 'zh-HK': '煎茶' }, { categories: [category] })
  await product('green-bowl', { 'en-US': 'Green bowl', 'zh-HK': '綠碗' })
  await product('green-secret', { 'en-US': 'Green secret' }, { visibled: false })

  const begun = await ask('gree')
  expect(urls(begun.categories)).toEqual(['green-tea'])
  expect(urls(begun.products)[0]).toBe('green-bowl')
  expect(urls(begun.products)).not.toContain('green-secret')
  expect(begun.products[0]).toMatchObject({ name: 'Green bowl', price: { from: '10.00' } })

  const simplified = await ask('绿茶', { language: 'zh-HK' })
  expect(simplified.categories).toMatchObject([{ title: '綠茶', url: 'green-tea' }])
  expect(urls((await ask('绿碗')).products)).toEqual(['green-bowl'])

  const searched = (await shop.guest.post('/api/product/search', { keyword: 'green' })).body
  expect(urls((await ask('green')).products)).toEqual(urls(searched.data))
})

test('suggestions are limited, and a renamed category is suggested by its new name immediately', async () => {
  const id = await make('category', { title: { 'en-US': 'Saucers' }, url: 'saucers' })
  for (let i = 0; i < 9; i++) await product(`saucer-${i}`, { 'en-US': `Saucer ${i}` })
  expect((await ask('saucer')).products).toHaveLength(6)
  expect(urls((await ask('saucer')).categories)).toEqual(['saucers'])
  const { updated_at } = (await shop.owner.get(`/api/admin/category/${id}`)).body
  await shop.owner.put(`/api/admin/category/${id}`, { title: { 'en-US': 'Trays' }, updated_at })
  expect((await ask('saucer')).categories).toEqual([])
  expect(urls((await ask('tray')).categories)).toEqual(['saucers'])
})

test('unsearchable characters are rejected, and a keyword of hyphens suggests nothing', async () => {
  const refused = await shop.guest.post('/api/product/suggest', { keyword: 'tea<' })
  expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, ['keyword']])
  expect(await ask('-_-')).toEqual({ categories: [], products: [] })
})
