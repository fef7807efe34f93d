import { expect, test } from 'vitest'
import { suite } from '../support/suite.ts'
import Product from '../../plugins/catalogue/store/product/index.tsx'
import type { ProductView } from '../../plugins/catalogue/api-types.ts'
import { drawn, visit, getVisibleText } from '../support/render-store.tsx'
import shell from '../../ui-store/src/i18n/en-US.json' with { type: 'json' }
import catalogue from '../../plugins/catalogue/store/locales/en-US.json' with { type: 'json' }
import { preloadLayoutSlots } from '../../ui-store/src/kit/registry.ts'
import type { StoreScreen } from '../../ui-store/src/kit/types.ts'
import { brings } from '../../ui-store/tests/shop.ts'
import texts from '../../docs/examples/lumber/store/locales/en-US.json' with { type: 'json' }
import Makers, * as makers from '../../docs/examples/lumber/store/makers/index.tsx'
import * as board from '../../docs/examples/lumber/store/board/index.tsx'

const shop = suite(['lumber'])
brings({}, { 'lumber/board': board as unknown as StoreScreen })

const visitor = () => {
  const at = visit({ texts: { shell, catalogue, lumber: texts }, frame: { config: { config: {} }, categories: [] } })
  return Object.assign(at, { bootstrap: { ...at.bootstrap, slots: [{ at: 'product.details', screen: 'lumber/board' }] } })
}

test("contributed product fields are shown on the product page with labels, with the plugin's advice below", async () => {
  const made = { name: 'Board', sku: 'B-1', url: 'board', stocks: [{ price: '9.00' }], material: 'oak', felled_on: '2026-01-31' }
  expect((await shop.owner.post('/api/admin/product', made)).status).toBe(201)
  const { body } = await shop.guest.post('/api/product', { url: 'board' })
  expect(body).toMatchObject({ material: 'oak', felled_on: '2026-01-31' })
  expect((await shop.guest.get('/api/product')).body.data).toMatchObject([{ material: 'oak' }])
  await preloadLayoutSlots([{ at: 'layout.any', screen: 'lumber/board' }])
  const words = getVisibleText(await drawn(visitor(), <Product data={{ product: body as ProductView, slots: {} }} />))
  expect(words).toContain('Material oak Felled on Jan 31, 2026 Oil oak once a year.')
})

test("the brands page is replaced by the plugin's own", async () => {
  const pages = shop.it.kernel.registry.storeScreens.filter(({ path }) => path === '/brand')
  expect(pages.map(({ screen }) => screen)).toEqual(['lumber/makers'])
  const at = visit({ texts: { lumber: texts }, answers: { 'GET /api/brand': () => [{ id: 1, title: 'North', url: 'north' }] } })
  expect(getVisibleText(await drawn(at, <Makers data={await makers.load(at)} />))).toBe('Makers North')
})
