import { validationError, message } from '../http/errors.ts'
import { column, jsonColumn } from '../fields/internal.ts'
import { f } from '../fields/f.ts'
import { sql } from '../db/sql.ts'
import { defineRecord, defineResource } from '../resource/define.ts'
import { visibleSubjectScope } from '../resource/scope.ts'
import { token } from '../services.ts'
import { resolvePermission } from './permission.ts'
import { hashPassword } from './password.ts'
import { assertMayWriteAccount, assertMayDeleteAccount, assertMayWriteRole, assertMayDeleteRole } from './role-permissions.ts'
import { closeSessions, setPassword } from './session.ts'

/** Verbs that change permissions. */
const changes = ['create', 'update', 'destroy', 'batch update', 'batch destroy', 'import'] as const

/** Permissions of plugins that are switched off. Roles keep them, so that they take effect again when the plugin returns. */
export const AWAY = token<() => Promise<{ has(permission: string): boolean }>>('core/permissions-away')

/** A role: a named list of permissions. A super role has all permissions, also those of plugins installed later. */
export const role = defineResource({
  name: 'role',
  locked: true,
  fresh: changes,
  match: 'name',
  fields: {
    name: f.text({ unique: true, list: true, sort: true, search: true }),
    superuser: f.flag({ default: false, list: true, needs: 'update role' }),
    permission_list: f.tags({ widget: 'permissions', maxItems: 2_000 }),
  },
  hooks: {
    beforeValidate: async ({ ctx: { kernel }, input, old }) => {
      if (!input.permission_list) return
      const away = await kernel.find(AWAY)?.()
      const has = (p: string) => kernel.registry.permissions.has(p) || away?.has(p) || (old?.permission_list.includes(p) ?? false)
      input.permission_list = canonical(input.permission_list, { has }, kernel.registry.permissionAliases)
    },
    afterSave: ({ ctx, tx, id, old }) => assertMayWriteRole(ctx, tx, id, old),
    afterDelete: ({ ctx, row }) => assertMayDeleteRole(ctx, row),
    canDelete: async ({ tx, row }) => {
      const used = await tx.one<{ n: number }>(sql`select count(*) as n from account where role_id = ${row.id}`)
      return used && used.n > 0 ? message('core:error.role_in_use', { count: used.n }) : true
    },
  },
})

/** A member of staff who can sign in. */
export const account = defineResource({
  name: 'account',
  locked: true,
  fresh: changes,
  match: 'email',
  fields: {
    name: f.text({ list: true, sort: true, search: true }),
    email: f.email({ unique: true, list: true, sort: true, search: true }),
    role_id: f.one('role', { list: true, filter: true }),
    enabled: f.flag({ default: true, list: true, filter: true, batch: true, inline: true }),
    password: f.maybe(f.password()),
    last_login_at: f.maybe(f.instant({ readOnly: true, list: true, sort: true })),
  },
  hooks: {
    afterSave: async ({ ctx, tx, id, old, input }) => {
      await assertMayWriteAccount(ctx, tx, id, old)
      if (input.password) await setPassword(tx, id, await hashPassword(input.password))
      const off = old && (await tx.one(sql`select 1 from account where id = ${id} and not enabled`))
      if (off) await closeSessions(tx, 'admin', id)
    },
    afterDelete: async ({ ctx, tx, row }) => {
      await closeSessions(tx, 'admin', row.id)
      await assertMayDeleteAccount(ctx, tx, row)
    },
  },
})

/** Every change made by people, commands and jobs. Append-only. */
export const auditLog = defineRecord({
  name: 'audit_log',
  events: [],
  internal: { actor_id: column('bigint') },
  path: 'audit',
  verbs: ['get', 'export'],
  label: 'actor_name',
  sortBy: '-id',
  audit: false,
  // Hides entries about rows that the reader may not see.
  scope: visibleSubjectScope('resource', 'row_id'),
  fields: {
    actor_name: f.text({ readOnly: true, list: true, search: true, filter: true }),
    actor_kind: f.pick(['admin', 'customer', 'guest', 'system'], { readOnly: true, filter: true }),
    verb: f.text({ readOnly: true, list: true, filter: true }),
    resource: f.text({ readOnly: true, list: true, filter: true, search: true }),
    row_id: f.maybe(f.int({ readOnly: true, list: true, filter: true })),
    changes: f.json({ readOnly: true, list: true, widget: 'json' }),
    address: f.maybe(f.text({ readOnly: true })),
    request_id: f.maybe(f.text({ readOnly: true })),
  },
})

/** E-mails written by the product. Without SMTP they are read here. */
export const mail = defineRecord({
  name: 'mail',
  events: [],
  internal: { html_body: column('text'), headers: jsonColumn<unknown>(), sealed: column('text'), unrequested: column('boolean') },
  verbs: ['get'],
  label: 'subject',
  sortBy: '-id',
  audit: false,
  auditReads: true,
  fields: {
    recipient: f.text({ readOnly: true, list: true, search: true }),
    subject: f.text({ readOnly: true, list: true, search: true }),
    text_body: f.area({ readOnly: true }),
    status: f.pick(['pending', 'sent'], { readOnly: true, list: true, filter: true, widget: 'status' }),
    error: f.text({ readOnly: true }),
    sent_at: f.maybe(f.instant({ readOnly: true, list: true })),
  },
})

/** Normalises permissions to the stored spelling, without duplicates. @throws AppError INVALID naming the unknown ones */
function canonical(
  list: readonly string[],
  knownPermissions: { has(permission: string): boolean },
  aliases: ReadonlyMap<string, readonly string[]>,
): string[] {
  const errors: string[] = []
  const stored = list.flatMap((entry) => {
    try {
      const permissions = resolvePermission(entry, knownPermissions, aliases)
      if (permissions.every((permission) => knownPermissions.has(permission))) return permissions
    } catch {
      /* Reported together with the other unknown entries. */
    }
    errors.push(entry)
    return []
  })
  if (errors.length > 0) throw validationError({ permission_list: message('core:rule.permission', { value: errors.join(', ') }) })
  return [...new Set(stored)].sort()
}
