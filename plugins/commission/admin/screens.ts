/** Admin screens of this plugin. */
export const screens = {
  'commission/group-preview': () => import('./group-preview.tsx'),
  'commission/order-commission': () => import('./order-commission.tsx'),
  'commission/settle-period': () => import('./settle-period.tsx'),
  'commission/settlement-entries': () => import('./settlement-entries.tsx'),
}
