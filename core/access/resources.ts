import { invalid, text } from '../http/errors.ts'
import { f } from '../fields/f.ts'
import { sql } from '../db/sql.ts'
import type { Db } from '../db/pool.ts'
import { allows } from '../context.ts'
import { defineResource, type Write } from '../resource/define.ts'
import { formatPermission, parsePermission } from './permission.ts'
import { hashPassword } from './password.ts'
import { closeSessionsOf } from './session.ts'

/** What a person may do: a named list of permissions. A super role holds all, also those of plugins to come. */
export const role = defineResource({
  name: 'role',
  locked: true,
  match: 'name',
  fields: {
    name: f.text({ unique: true, list: true, sort: true, search: true }),
    superuser: f.flag({ default: false, list: true, needs: 'update role' }),
    permission_list: f.tags({ widget: 'permissions', maxItems: 2_000 }),
  },
  hooks: {
    prepare: canonicalPermissions,
    check: grantOnlyOwn,
    saved: keepOneOwner,
    removable: async ({ tx, row }) => {
      const used = await tx.one<{ n: number }>(sql`select count(*) as n from account where role_id = ${row.id}`)
      return used && used.n > 0 ? text('core:error.role_in_use', { count: used.n }) : true
    },
  },
})

/** A member of staff who can sign in. */
export const account = defineResource({
  name: 'account',
  locked: true,
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
    prepare: async ({ input }) => {
      if (typeof input.email === 'string') input.email = input.email.trim().toLowerCase()
    },
    saved: async ({ tx, id, input, mode }) => {
      if (typeof input.password === 'string' && input.password !== '') {
        await tx.run(
          sql`update account set password_hash = ${await hashPassword(input.password)}, must_change_password = false where id = ${id}`,
        )
        if (mode === 'update') await closeSessionsOf(tx, 'admin', id)
      }
      if (input.enabled === false) await closeSessionsOf(tx, 'admin', id)
      await keepOneOwner({ tx })
    },
    removed: async ({ tx, row }) => {
      await closeSessionsOf(tx, 'admin', row.id)
      await keepOneOwner({ tx })
    },
  },
})

/** Every change made by people, commands and jobs; only ever added to. */
export const auditLog = defineResource({
  name: 'audit_log',
  path: 'audit',
  verbs: ['get', 'export'],
  label: 'actor_name',
  sortBy: '-id',
  audit: false,
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

/** Mails the product wrote; without SMTP this is where they are read. */
export const mail = defineResource({
  name: 'mail',
  verbs: ['get'],
  label: 'subject',
  sortBy: '-id',
  audit: false,
  fields: {
    recipient: f.text({ readOnly: true, list: true, search: true }),
    subject: f.text({ readOnly: true, list: true, search: true }),
    text_body: f.area({ readOnly: true }),
    status: f.pick(['pending', 'sent'], { readOnly: true, list: true, filter: true, widget: 'status' }),
    error: f.text({ readOnly: true }),
    sent_at: f.maybe(f.instant({ readOnly: true, list: true })),
  },
})

async function canonicalPermissions({ input }: Write): Promise<void> {
  if (!Array.isArray(input.permission_list)) return
  const errors: string[] = []
  input.permission_list = [
    ...new Set(
      (input.permission_list as unknown[]).map((entry) => {
        try {
          return formatPermission(parsePermission(String(entry)))
        } catch {
          errors.push(String(entry))
          return ''
        }
      }),
    ),
  ].sort()
  if (errors.length > 0) throw invalid({ permission_list: text('core:rule.permission', { value: errors.join(', ') }) })
}

/** Nobody grants over HTTP what they do not hold themselves. */
async function grantOnlyOwn({ ctx, input, old }: Write): Promise<void> {
  if (ctx.actor.kind !== 'admin') return
  const { actor } = ctx
  const before = new Set((old?.permission_list ?? []) as string[])
  const beyond = ((input.permission_list ?? []) as string[]).filter((p) => !before.has(p) && !allows(actor, p))
  if (beyond.length > 0) throw invalid({ permission_list: text('core:rule.permission_beyond', { value: beyond.join(', ') }) })
  if (input.superuser === true && old?.superuser !== true && !actor.allows('superuser role'))
    throw invalid({ superuser: text('core:error.forbidden') })
}

/** Somebody must always be able to change roles, or the shop is locked out of itself. */
async function keepOneOwner({ tx }: Pick<Write, 'tx'>): Promise<void> {
  const owner = await tx.one(sql`select 1 from account a join role r on r.id = a.role_id
    where a.enabled and (r.superuser or 'update role' = any(r.permission_list)) limit 1`)
  const anybody = await tx.one(sql`select 1 from account limit 1`)
  if (anybody && !owner) throw invalid({ permission_list: text('core:error.last_owner') })
}

/** The role that holds everything, made when it is first needed. */
export async function ownerRole({ db }: { db: Db }): Promise<number> {
  const row = await db.one<{ id: number }>(sql`
    insert into role (name, superuser) values ('owner', true)
    on conflict (name) do update set name = excluded.name returning id`)
  return row?.id ?? 0
}
