/** Admin screens of this plugin. */
export const screens = {
  'booking/list-actions': () => import('./list-actions.tsx'),
  'booking/make': () => import('./make.tsx'),
  'booking/scanner': () => import('./door/index.tsx'),
  'booking/misfits': () => import('./conflict-list.tsx'),
  'booking/view': () => import('./view.tsx'),
  'booking/to-shop': () => import('./to-shop.tsx'),
}
