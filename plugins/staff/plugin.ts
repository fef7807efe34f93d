import { COMMANDS, definePlugin, extendResource, offerAll } from '#core'
import { commands } from './cli/index.ts'
import { endSessions, sendReset } from './actions.ts'
import { accessRoutes } from './routes/access.ts'
import { auditRoute } from './routes/audit.ts'
import { mailTestRoute } from './routes/mail-test.ts'
import { seedStaff } from './seed.ts'

/** Who may do what, why, and who did what. */
export default definePlugin({
  id: 'staff',
  offers: offerAll(COMMANDS, commands),
  extend: [extendResource('account', { actions: { send_reset: sendReset, end_sessions: endSessions } })],
  adminRoutes: [...accessRoutes, auditRoute, mailTestRoute],
  seed: seedStaff,
  admin: {
    menu: [{ section: 'settings', to: 'access', label: 'staff:menu.access', needs: 'get account & get role', icon: 'key', order: 32 }],
    screens: [
      { path: 'access', screen: 'staff/access', needs: 'get account & get role' },
      { path: 'audit', screen: 'staff/audit', needs: 'get audit log' },
    ],
    slots: [
      { at: 'role.rights.tools', screen: 'staff/seen-as', needs: 'get role' },
      { at: 'settings.mail.end', screen: 'staff/mail-test', needs: 'update configuration' },
      { at: 'account.form.side', screen: 'staff/of-account', needs: 'get account & get role' },
    ],
  },
})
