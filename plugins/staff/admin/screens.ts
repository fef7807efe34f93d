/** Admin screens of this plugin. */
export const screens = {
  'staff/access': () => import('./access/access.tsx'),
  'staff/audit': () => import('./audit/audit.tsx'),
  'staff/mail-test': () => import('./mail-test/mail-test.tsx'),
  'staff/of-account': () => import('./access/account-access.tsx'),
  'staff/own-factor': () => import('./second-factor/own-factor.tsx'),
  'staff/own-sessions': () => import('./sessions/own-sessions.tsx'),
  'staff/second-setup': () => import('./second-factor/second-setup.tsx'),
  'staff/second-step': () => import('./second-factor/second-step.tsx'),
  'staff/seen-as': () => import('./seen-as/seen-as.tsx'),
}
