/** Admin pieces of this plugin. */
export const screens = {
  'inventory/count': () => import('./count/count-screen.tsx'),
  'inventory/line': () => import('./line/line-panel.tsx'),
  'inventory/alerts': () => import('./alerts/alerts-card.tsx'),
}
