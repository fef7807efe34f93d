/** Admin screens of this plugin. */
export const screens = {
  'calendar/calendar': () => import('./calendar.tsx'),
  'calendar/my-calendar': () => import('./my-calendar.tsx'),
}
