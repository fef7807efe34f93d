/** Admin components of this plugin. */
export const screens = {
  'payments/in-timeline': () => import('./in-timeline.tsx'),
  'payments/order-payments': () => import('./order-payments.tsx'),
  'payments/payment-side': () => import('./payment-side.tsx'),
  'payments/inbox-side': () => import('./inbox-side.tsx'),
  'payments/method-side': () => import('./method-side.tsx'),
}

/** Inputs of this plugin's settings and resources. */
export const editors = {
  'payment.pem': () => import('./pem.tsx'),
  'payment_method.provider': () => import('./provider-input.tsx'),
}
