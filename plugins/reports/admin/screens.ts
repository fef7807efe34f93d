/** Admin screens of this plugin. */
export const screens = {
  'reports/reports': () => import('./reports.tsx'),
  'reports/report': () => import('./report.tsx'),
}
