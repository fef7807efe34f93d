/** Admin screens of this plugin. */
export const screens = {
  'runs/runs': () => import('./runs.tsx'),
}
