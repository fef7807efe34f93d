import type { ShopConfig } from '../../api-types.ts'

interface Facts {
  config: ShopConfig
  signedIn: boolean
}

/** The cart is shown if catalogue mode is off, members-only is off or the customer is signed in, and the warehouse is on. */
export const cartShown = ({ config, signedIn }: Facts): boolean =>
  config.config.catalog_mode !== 1 && (config.config.member_only !== 1 || signedIn) && config.warehouse_enabled !== 0

/** Prices are shown if members-only is off or the customer is signed in. */
export const priceShown = ({ config, signedIn }: Facts): boolean => config.config.member_only !== 1 || signedIn
