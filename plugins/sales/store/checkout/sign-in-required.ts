import type { ShopConfig } from 'stoa/plugins/catalogue'

/** Guests have to sign in if the shop does not allow guest orders. */
export const checkoutNeedsLogin = ({ config, signedIn }: { config: ShopConfig; signedIn: boolean }): boolean =>
  config.config.guest_checkout !== 1 && !signedIn
