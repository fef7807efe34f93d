import { expect, test } from 'vitest'
import { drawn, getVisibleText } from '../../../tests/support/render-store.tsx'
import { preloadLayoutSlots } from '../../../ui-store/src/kit/registry.ts'
import type { StoreScreen } from 'stoa/store/types'
import { brings } from '../../../ui-store/tests/shop.ts'
import { card, product, visit } from '../tests/visit.ts'
import type { ProductCard, ProductView } from '../api-types.ts'
import Product, * as page from './product/index.tsx'
import { ProductGrid } from './shared/product-card.tsx'

const slots = [
  { at: 'product.buy', screen: 'lumber/buy' },
  { at: 'product.details', screen: 'lumber/details' },
  { at: 'card.foot', screen: 'lumber/card' },
]

const part = (Part: unknown) => ({ default: Part }) as StoreScreen
type Board = ProductView & { material: string }

brings(
  {},
  {
    'lumber/buy': part(({ about }: { about: ProductView }) => <p>{`Ask about ${about.sku}`}</p>),
    'lumber/details': part(({ about, data }: { about: Board; data: { tons: number } }) => <p>{`${about.material}: ${data.tons} t`}</p>),
    'lumber/card': part(({ about }: { about: ProductCard }) => <p>{`Foot of ${about.name}`}</p>),
  },
)

const shop = () => {
  const visitor = visit({ answers: { 'POST /api/product': () => product({ material: 'Oak' } as object) } })
  Object.assign(visitor.bootstrap, { slots })
  return visitor
}

test('layout slots of other plugins render on the product page with its view and their loaded data', async () => {
  await preloadLayoutSlots(slots.map((slot) => ({ ...slot, at: 'layout.any' })))
  const visitor = shop()
  const data = await page.load({ ...visitor, loadSlots: async (at) => (at === 'product.details' ? { 'lumber/details': { tons: 3 } } : {}) })
  const words = getVisibleText(await drawn(visitor, <Product data={data} />))
  expect(words).toMatch(/Ask about POT .*Oak: 3 t/)
})

test('a product card slot receives the card, and its code is loaded before any page renders', async () => {
  await preloadLayoutSlots(slots)
  expect(getVisibleText(await drawn(shop(), <ProductGrid cards={[card(1), card(2)]} />))).toMatch(/Foot of Pot 1 .*Foot of Pot 2/)
})
