import { type ProductUnderTest, withProduct } from 'stoa/cli'
import { fakeGatewayMethod } from 'stoa/plugins/payments'

/** Opens a temporary shop on `server`, with a warehouse, a shipping method and a payment method. */
export const withShop = <T>(server: string, count: number, run: (shop: ProductUnderTest) => Promise<T>): Promise<T> =>
  withProduct(server, count, async (shop) => {
    await createShopData(shop)
    return run(shop)
  })

async function createShopData({ make }: ProductUnderTest): Promise<void> {
  await make('warehouse', { code: 'main', name: 'Main' })
  await make('shipping_method', { code: 'courier', title: 'Courier', price: '40.00' })
  await make('payment_method', { ...fakeGatewayMethod, hold_minutes: 60 })
}
