import { expect } from 'vitest'
import { type Answer, type Client, type TestApp, testApp, type TestAppOptions } from './app.ts'

/** A shop that can sell, ship and take returns, with a warehouse, a payment method and a shipping method. */
export interface Shop {
  it: TestApp
  owner: Client
  /** Creates a stock with this many units, and returns its id. */
  stock(quantity: number, price?: string, more?: object): Promise<number>
  /** Places a guest order. Returns the checkout response with the id of the order. */
  buy(stock: number, quantity?: number, more?: object): Promise<{ id: number; number: string; token: string }>
  order(id: number): Promise<Answer['body']>
  view(id: number): Promise<Answer['body']>
  available(sku: string): Promise<number>
}

export const address = { first_name: 'May', last_name: 'Chan', country: 'HKG', contact_number: '2540 0000', address: '18 Wing Lok Street' }

export const fine = (answer: Answer): Answer => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer
}

/** Removes the limits on orders: tests buy repeatedly with one customer and one IP address. */
export const sellFreely = (it: TestApp): Promise<void> =>
  it.kernel.settings.write(
    it.kernel,
    it.ctx,
    'order',
    {
      ...{ unpaid_per_buyer: 0, unpaid_per_network: 0, orders_per_hour: 0, letters_per_day: 0 },
      ...{ unpaid_units_per_buyer: 0, unpaid_units_per_network: 0, large_units: 0 },
    },
    'en-US',
  )

/** The plugins for everything that can be done with orders. */
const SELLING_PLUGINS: readonly string[] = ['sales', 'inventory', 'fulfilment', 'returns']

/** For `openShop`: all plugins, as in a shop that disables none. */
export const EVERY_PLUGIN = 'every plugin'

export async function openShop(
  options: TestAppOptions = {},
  plugins: readonly string[] = [],
  basePlugins: readonly string[] | typeof EVERY_PLUGIN = SELLING_PLUGINS,
): Promise<Shop> {
  const it = await testApp(basePlugins === EVERY_PLUGIN ? undefined : [...basePlugins, ...plugins], options)
  await sellFreely(it)
  const owner = await it.staff('owner')
  const warehouse = fine(await owner.post('/api/admin/warehouse', { code: 'main', name: 'Main' })).body.id
  fine(await owner.post('/api/admin/payment_method', { code: 'bank', title: 'Bank transfer', instructions: '<p>Pay to 123</p>' }))
  fine(await owner.post('/api/admin/shipping_method', { code: 'courier', title: 'Courier', price: '40.00' }))
  let n = 0
  return {
    it,
    owner,
    async stock(quantity, price = '100.00', more = {}) {
      const sku = `G${++n}`
      const made = fine(
        await owner.post('/api/admin/product', {
          name: `Goods ${n}`,
          sku,
          url: sku,
          stocks: [{ price, inventories: [{ warehouse_id: warehouse, quantity }] }],
          ...more,
        }),
      )
      return made.body.stocks[0].id
    },
    async buy(stock, quantity = 1, more = {}) {
      const cart = fine(await it.guest.post('/api/cart/item', { stock_id: stock, quantity })).body.cart_id
      const order = fine(
        await it.guest.post('/api/checkout', {
          cart_id: cart,
          guest: { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' },
          shipping_address: address,
          shipping_method: 'courier',
          payment_method: 'bank',
          ...more,
        }),
      ).body
      await it.jobs()
      const list = await owner.get(`/api/admin/order?q=${order.order_number}`)
      return { id: list.body.data[0].id, number: order.order_number, token: order.access_token }
    },
    order: async (id) => fine(await owner.get(`/api/admin/order/${id}`)).body,
    view: async (id) => fine(await owner.get(`/api/admin/order/${id}/view`)).body,
    available: async (url) => (await it.guest.post('/api/product', { url })).body.stocks[0].all_available_inventories,
  }
}

/** Required fields of a guest checkout, as named in validation errors. */
export const requiredGuestFields = [
  'guest.email',
  'guest.first_name',
  'guest.last_name',
  'shipping_address.address',
  'shipping_address.contact_number',
  'shipping_address.country',
  'shipping_address.first_name',
  'shipping_address.last_name',
]
