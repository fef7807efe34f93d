import { scheduleJob, COMMANDS, definePlugin, contribute, contributeAll, SIGN_IN_STEPS, sql } from 'stoa'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { commands } from './cli/index.ts'
import { accountMore, roleMore } from './resources.ts'
import { accessRoutes } from './routes/access.ts'
import { auditRoute } from './routes/audit.ts'
import { mailTestRoute } from './routes/mail-test.ts'
import { factorRoutes } from './routes/second-factor.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { linkAudit } from './services/audit-chain.ts'
import { auditFaults } from './services/audit-proof.ts'
import { isFactorRequired } from './services/sign-in-ticket.ts'
import { seedStaff } from './seed.ts'

/** Permissions, their explanation, second factors, sessions and the audit log. */
export default definePlugin({
  id: 'staff',
  after: ['people'],
  contributions: [
    ...contributeAll(COMMANDS, commands),
    contribute(SIGN_IN_STEPS, 'second-factor', ({ kernel }) => isFactorRequired(kernel)),
    contribute(PERSONAL_DATA, 'staff', {
      tables: {
        account: 'members of staff',
        sign_in_ticket: 'members of staff',
        second_factor: 'members of staff',
        recovery_code: 'members of staff',
        audit_link: 'hashes of audit entries, which identify nobody',
      },
    }),
  ],
  extend: [accountMore, roleMore],
  adminRoutes: [...accessRoutes, auditRoute, mailTestRoute, ...factorRoutes, ...sessionRoutes],
  jobs: [
    scheduleJob('staff/link-audit', '* * * * *', ({ kernel }) => linkAudit(kernel)),
    scheduleJob('staff/sweep', '23 3 * * *', async ({ kernel }) => {
      await kernel.db.run(sql`delete from sign_in_ticket where expires_at < now()`)
    }),
  ],
  checks: { 'the audit log was only ever added to': auditFaults },
  seed: seedStaff,
  admin: {
    menu: [
      {
        section: 'settings',
        to: 'access',
        label: 'staff:menu.access',
        needs: 'get account & get role',
        icon: 'key',
        order: 32,
        area: 'team',
      },
    ],
    screens: [
      { path: 'access', screen: 'staff/access', needs: 'get account & get role' },
      { path: 'audit', screen: 'staff/audit', needs: 'get audit log' },
    ],
    slots: [
      { at: 'role.rights.tools', screen: 'staff/seen-as', needs: 'get role' },
      { at: 'settings.mail.end', screen: 'staff/mail-test', needs: 'update configuration' },
      { at: 'sign-in', screen: 'staff/second-setup' },
      { at: 'sign-in', screen: 'staff/second-step' },
      { at: 'profile', screen: 'staff/own-factor', order: 10 },
      { at: 'profile', screen: 'staff/own-sessions', order: 20 },
      { at: 'account.form.side', screen: 'staff/of-account', needs: 'get account & get role' },
    ],
  },
})
