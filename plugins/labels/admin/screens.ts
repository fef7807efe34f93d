/** Admin screens of this plugin. */
export const screens = {
  'labels/print': () => import('./print/print-screen.tsx'),
  'labels/list-action': () => import('./list-action.tsx'),
}
