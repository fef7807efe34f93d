import { useShop } from '../kit/shop.tsx'
import { cartShown, priceShown } from './gating.ts'

/** What this visitor may see and do, by the rules of the shop. */
export const useGates = () => {
  const { shell, bootstrap } = useShop()
  const facts = { config: shell.config, signedIn: bootstrap.signedIn }
  // A shop that runs without the part that sells shows its goods all the same.
  const sells = bootstrap.slots.some((slot) => slot.at === 'layout.cart')
  return {
    cart: sells && cartShown(facts),
    price: priceShown(facts),
  }
}
