import type { ShopConfig } from 'stoa/plugins/catalogue'

/** Guests sign in first when the shop does not let them order. */
export const checkoutNeedsLogin = ({ config, signedIn }: { config: ShopConfig; signedIn: boolean }): boolean =>
  config.config.guest_checkout !== 1 && !signedIn
