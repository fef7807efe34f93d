/** Admin screens of this plugin. */
export const screens = {
  'hr/import-holidays': () => import('./import-holidays.tsx'),
}
