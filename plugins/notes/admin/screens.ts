/** Admin screens of this plugin. */
export const screens = {
  'notes/bell': () => import('./bell.tsx'),
  'notes/card': () => import('./card.tsx'),
  'notes/notices': () => import('./notices.tsx'),
  'notes/timeline': () => import('./timeline.tsx'),
}
