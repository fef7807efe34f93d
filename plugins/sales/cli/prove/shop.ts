import { type ProductUnderTest, withProduct } from 'stoa/cli'
import { fakeGatewayMethod } from 'stoa/plugins/payments'

/** Opens a temporary shop on `server`, with a warehouse, a shipping method and a payment method. */
export const withShop = <T>(server: string, count: number, run: (shop: ProductUnderTest) => Promise<T>): Promise<T> =>
  withProduct(server, count, async (shop) => {
    await createShopData(shop)
    return run(shop)
  })

/** Creates a product with one stock item. @returns the id of the stock item */
export async function createProduct({ rows, make }: ProductUnderTest, product: object, price: string, quantity: number): Promise<number> {
  const [warehouse] = await rows<{ id: string }>('select id from warehouse')
  const stocks = [{ price, inventories: [{ warehouse_id: Number(warehouse?.id), quantity }] }]
  const made = await make('product', { ...product, stocks })
  return (made.stocks as { id: number }[])[0]?.id ?? 0
}

async function createShopData({ make }: ProductUnderTest): Promise<void> {
  await make('warehouse', { code: 'main', name: 'Main' })
  await make('shipping_method', { code: 'courier', title: 'Courier', price: '40.00' })
  await make('payment_method', { ...fakeGatewayMethod, hold_minutes: 60 })
}
