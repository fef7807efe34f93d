/** Admin pieces of this plugin. */
export const screens = {
  'payments/order-payments': () => import('./order-payments.tsx'),
}
