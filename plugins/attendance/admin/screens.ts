/** Admin screens of this plugin. */
export const screens = {
  'attendance/import-punches': () => import('./import-punches.tsx'),
  'attendance/my-appeal': () => import('./my-appeal.tsx'),
  'attendance/my-attendance': () => import('./my-attendance.tsx'),
  'attendance/my-day': () => import('./my-day.tsx'),
  'attendance/pair-kiosk': () => import('./kiosk/pair-kiosk.tsx'),
  'attendance/punch-card': () => import('./punch-card.tsx'),
  'attendance/recalculate': () => import('./recalculate.tsx'),
  'attendance/roster': () => import('./roster/roster.tsx'),
  'attendance/view': () => import('./view.tsx'),
}

/** Pages without a staff session. */
export const guestPages = {
  'punch/kiosk': () => import('./kiosk/kiosk.tsx'),
}
