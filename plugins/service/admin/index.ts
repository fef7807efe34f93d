/** Admin screens of this plugin. */
export const screens = {
  'service/view': () => import('./view.tsx'),
}
