import { hasHook, useShop } from 'stoa/store'
import { cartShown, priceShown } from './can-buy.ts'

/** What this visitor may see and do by the shop's rules. */
export const useGates = () => {
  const { shell, bootstrap } = useShop()
  const facts = { config: shell.config, signedIn: bootstrap.signedIn }
  // Without the sales plugin the shop still shows its products.
  const sells = hasHook('buying')
  return {
    cart: sells && cartShown(facts),
    price: priceShown(facts),
  }
}
