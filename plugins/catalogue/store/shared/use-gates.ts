import { isBrought, useShop } from 'stoa/store'
import { cartShown, priceShown } from './gating.ts'

/** What this visitor may see and do, by the rules of the shop. */
export const useGates = () => {
  const { shell, bootstrap } = useShop()
  const facts = { config: shell.config, signedIn: bootstrap.signedIn }
  // A shop that runs without the part that sells shows its goods all the same.
  const sells = isBrought('buying')
  return {
    cart: sells && cartShown(facts),
    price: priceShown(facts),
  }
}
