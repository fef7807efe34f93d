/** Admin pieces of this plugin. */
export const screens = {
  'payments/order-payments': () => import('./order-payments.tsx'),
}

/** Inputs of this plugin's settings. */
export const editors = {
  'payment.pem': () => import('./pem.tsx'),
}
