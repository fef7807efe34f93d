import './redeem-start.css'

/** Admin screens of this plugin. */
export const screens = {
  'loyalty/of-customer': () => import('./of-customer.tsx'),
}

/** Inputs for what a product is given for points for. */
export const editors = {
  'product.redeem_start_date': () => import('./redeem-start.tsx'),
}
