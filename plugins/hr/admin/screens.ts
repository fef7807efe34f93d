/** Admin screens of this plugin. */
export const screens = {
  'hr/account-menu': () => import('./account-menu.tsx'),
  'hr/import-holidays': () => import('./import-holidays.tsx'),
  'hr/my-work': () => import('./my-work.tsx'),
}
