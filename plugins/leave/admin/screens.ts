/** Admin screens of this plugin. */
export const screens = {
  'leave/balances': () => import('./balances/balances.tsx'),
  'leave/leave-view': () => import('./leave-view.tsx'),
  'leave/my-leave': () => import('./own/my-leave.tsx'),
  'leave/my-leaves': () => import('./own/my-leaves.tsx'),
  'leave/my-work-card': () => import('./own/my-work-card.tsx'),
  'leave/take-day-off': () => import('./own/take-day-off.tsx'),
}
