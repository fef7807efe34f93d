/** Admin screens of this plugin. */
export const screens = {
  'claims/claim-view': () => import('./claim-view.tsx'),
  'claims/create-claim': () => import('./own/create-claim.tsx'),
  'claims/my-claim': () => import('./own/my-claim.tsx'),
  'claims/my-claims': () => import('./own/my-claims.tsx'),
  'claims/my-work-card': () => import('./own/my-work-card.tsx'),
}
