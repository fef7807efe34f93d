/** Screens for import and export. */
export const screens = {
  'sheets/list-actions': () => import('./list-actions.tsx'),
  'sheets/import': () => import('./import/import-screen.tsx'),
  'sheets/transfers': () => import('./transfers.tsx'),
}
