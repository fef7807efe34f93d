import { sql } from '../db/sql.ts'
import { account, auditLog, mail, role } from '../access/resources.ts'
import { RESET_MAIL, sendReset } from '../access/reset-link.ts'
import { rightsRoute } from '../access/rights.ts'
import { staffRoutes } from '../access/routes.ts'
import { SIGN_IN_STEPS } from '../access/sign-in.ts'
import { signingIn } from '../access/sign-in-settings.ts'
import { DROP_FILE } from '../file/claims.ts'
import { dropFile } from '../file/files.ts'
import { filesDir, folderStore } from '../file/folder-store.ts'
import { uploadRoute } from '../file/routes.ts'
import { FILE_STORES } from '../file/store.ts'
import { scheduleJob, handleJob } from '../events/job.ts'
import { CATCH_UP, catchUp, DELIVER_EVENTS, deliverEvents } from '../events/event-delivery.ts'
import { deleteUnusedFiles } from '../file/delete-unused.ts'
import { deliverEmail, MAIL } from '../mail/email.ts'
import { smtpTransport } from '../mail/smtp.ts'
import { MAIL_TRANSPORTS } from '../mail/transport.ts'
import { COMMANDS, PAGE_SOURCES, PROOFS } from './extension-points.ts'
import { definePlugin } from '../plugin/define.ts'
import { contribute } from '../plugin/contributions.ts'
import { manifestRoutes } from '../plugin/manifest-routes.ts'
import { slugRoute } from '../resource/routes.ts'
import { basic, image, mailing } from '../setting/basic.ts'
import { publicSettings, settingRoutes } from '../setting/routes.ts'

/** The kernel as a plugin: staff access, settings, audit log, e-mails. */
export default definePlugin({
  id: 'core',
  extensionPoints: [COMMANDS, PROOFS, PAGE_SOURCES, SIGN_IN_STEPS, MAIL_TRANSPORTS, FILE_STORES],
  contributions: [
    contribute(MAIL_TRANSPORTS, 'smtp', smtpTransport),
    contribute(FILE_STORES, 'folder', ({ kernel }) => folderStore(filesDir(kernel))),
  ],
  settings: [basic, image, mailing, signingIn],
  resources: [role, account, auditLog, mail],
  // The specification calls staff accounts "admin".
  permissionAliases: { admin: ['account'] },
  permissions: ['get configuration', 'update configuration', 'create upload', 'update page script', 'superuser role'],
  adminRoutes: (kernel) => [...staffRoutes, slugRoute, ...manifestRoutes, rightsRoute, ...settingRoutes(kernel), uploadRoute],
  storeRoutes: publicSettings,
  jobs: [
    handleJob(MAIL, ({ id }, { kernel }) => deliverEmail(kernel, id)),
    handleJob(RESET_MAIL, (payload, { kernel }) => sendReset(kernel, payload)),
    handleJob(DELIVER_EVENTS, deliverEvents),
    handleJob(CATCH_UP, catchUp),
    handleJob(DROP_FILE, ({ path }, { kernel }) => dropFile(kernel, path)),
    scheduleJob('core/sweep-files', '47 3 * * *', ({ kernel }) => deleteUnusedFiles(kernel)),
    scheduleJob('core/sweep', '17 3 * * *', async ({ kernel }) => {
      await kernel.db.run(sql`delete from session where expires_at < now()`)
      await kernel.db.run(sql`delete from rate_limit where expires_at < now() - interval '1 day'`)
      await kernel.db.run(sql`delete from idempotency_key where created_at < now() - interval '1 day'`)
      await kernel.db.run(sql`delete from cron_run where scheduled_for < now() - interval '7 days'`)
      // After a week the secret parts of an unsent e-mail are removed; its links have expired.
      await kernel.db.run(sql`update mail set sealed = null where sealed is not null and created_at < now() - interval '7 days'`)
      await kernel.db.run(sql`delete from password_reset where expires_at < now() - interval '1 day'`)
    }),
  ],
  admin: {
    sections: [{ id: 'settings', order: 900, icon: 'cog' }],
    menu: [
      { section: 'settings', to: 'configuration', label: 'core:menu.configuration', needs: 'get configuration', icon: 'cog', order: 10 },
      { section: 'settings', resource: 'role', icon: 'shield', order: 20, area: 'team' },
      { section: 'settings', resource: 'account', icon: 'people', order: 30, area: 'team' },
      { section: 'settings', resource: 'mail', icon: 'envelope', order: 40, area: 'system' },
      { section: 'settings', resource: 'audit_log', icon: 'history', order: 50, area: 'system' },
    ],
    tasks: [
      {
        id: 'basic',
        order: 10,
        to: 'configuration?active_tab=basic',
        needs: 'update configuration',
        done: sql`exists (select 1 from setting where name = 'basic' and value ? 'name')`,
        required: true,
      },
      { id: 'staff', order: 80, to: 'account', needs: 'create account', done: sql`(select count(*) from account where enabled) > 1` },
    ],
  },
})
