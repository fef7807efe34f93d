import './redeem-start.css'

/** Admin screens of this plugin. */
export const screens = {
  'loyalty/of-customer': () => import('./customer-loyalty.tsx'),
}

/** Inputs of the redemption fields of a product. */
export const editors = {
  'product.redeem_start_date': () => import('./redeem-start.tsx'),
}
