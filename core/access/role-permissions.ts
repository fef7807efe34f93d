import { hasPermission, type Ctx } from '../context.ts'
import { sql } from '../db/sql.ts'
import type { Tx } from '../db/transaction.ts'
import { validationError, message } from '../http/errors.ts'
import type { Row } from '../api-types.ts'

/** The permissions of a role. */
export interface Powers {
  superuser: boolean
  permission_list: readonly string[]
}

/** Reads the permissions of a stored role; none when the role does not exist. */
async function getPowers(tx: Tx, role: unknown): Promise<Powers> {
  return (await tx.one<Powers>(sql`select superuser, permission_list from role where id = ${role}`)) ?? none
}

/** Throws when the actor lacks any of the permissions. `*` stands for all permissions of a super role. */
function requireAll({ actor }: Ctx, { superuser, permission_list }: Powers, field: string, rule: string): void {
  const beyond =
    superuser && !hasPermission(actor, 'superuser role') ? ['*'] : permission_list.filter((permission) => !hasPermission(actor, permission))
  if (beyond.length > 0) throw validationError({ [field]: message(rule, { value: beyond.slice(0, 20).join(', ') }) })
}

const asPowers = (row: Row): Powers => ({ superuser: row.superuser === true, permission_list: row.permission_list as string[] })
const none: Powers = { superuser: false, permission_list: [] }

/** The difference between the permissions of two roles. */
function difference(a: Powers, b: Powers): Powers {
  const only = (x: Powers, y: Powers) => x.permission_list.filter((p) => !y.permission_list.includes(p))
  return { superuser: a.superuser !== b.superuser, permission_list: [...only(a, b), ...only(b, a)] }
}

const isSelf = ({ actor }: Ctx, id: number | null) => actor.kind === 'admin' && actor.id === id

/**
 * An actor may change an account only with at least its permissions, because they could sign in with it afterwards.
 * @throws AppError INVALID naming `field`
 */
export async function assertPowers(ctx: Ctx, tx: Tx, role: unknown, field = 'role_id'): Promise<void> {
  requireAll(ctx, await getPowers(tx, role), field, 'core:rule.account_beyond')
}

/**
 * Checks whether the actor may store this account. Checks the stored row and not the input, so that values from hooks and defaults
 * are covered.
 * @param old the row before; null for a new account
 */
export async function assertMayWriteAccount(ctx: Ctx, tx: Tx, id: number, old: Row | null): Promise<void> {
  const now = await tx.one<{ role_id: number; enabled: boolean }>(sql`select role_id, enabled from account where id = ${id}`)
  if (!now) return
  if (isSelf(ctx, id) && old && now.role_id !== old.role_id) throw validationError({ role_id: message('core:rule.own_role') })
  if (isSelf(ctx, id) && !now.enabled) throw validationError({ enabled: message('core:rule.own_account') })
  if (old) await assertPowers(ctx, tx, old.role_id)
  if (now.role_id !== old?.role_id) await assertPowers(ctx, tx, now.role_id)
  if (old?.enabled === true && (!now.enabled || now.role_id !== old.role_id)) await keepSystemAdmin(tx, await getPowers(tx, old.role_id))
}

/** Checks whether the actor may delete an account. Runs after the deletion, in the same transaction. */
export async function assertMayDeleteAccount(ctx: Ctx, tx: Tx, row: Row): Promise<void> {
  if (isSelf(ctx, row.id)) throw validationError({ id: message('core:rule.own_account') })
  await assertPowers(ctx, tx, row.role_id, 'id')
  if (row.enabled === true) await keepSystemAdmin(tx, await getPowers(tx, row.role_id))
}

/**
 * Checks whether the actor may store this role. Nobody grants or revokes permissions that they lack, and nobody changes the
 * permissions of their own role. Renaming the own role requires `superuser role`.
 * @param old the row before; null for a new role
 */
export async function assertMayWriteRole(ctx: Ctx, tx: Tx, id: number, old: Row | null): Promise<void> {
  const now = await getPowers(tx, id)
  const before = old ? asPowers(old) : none
  const changed = difference(before, now)
  const isOwnRole = ctx.actor.kind === 'admin' && (await tx.one(sql`select 1 from account where id = ${ctx.actor.id} and role_id = ${id}`))
  if (!changed.superuser && changed.permission_list.length === 0 && (!isOwnRole || hasPermission(ctx.actor, 'superuser role'))) return
  if (changed.superuser && !hasPermission(ctx.actor, 'superuser role'))
    throw validationError({ superuser: message('core:error.forbidden') })
  // A super role's permission list has no effect while the role is super. Removing the flag would put the list into effect.
  requireAll(ctx, { ...changed, superuser: before.superuser || now.superuser }, 'permission_list', 'core:rule.permission_beyond')
  if (isOwnRole) throw validationError({ permission_list: message('core:rule.own_role') })
  if (before.superuser && !now.superuser) await keepSystemAdmin(tx, before)
}

/** Checks whether the actor may delete a role: this revokes its permissions. */
export function assertMayDeleteRole(ctx: Ctx, row: Row): void {
  requireAll(ctx, asPowers(row), 'id', 'core:rule.permission_beyond')
}

/**
 * At least one enabled account must keep all permissions, and one must be able to change roles, or the shop locks itself out. An
 * advisory lock serialises the check: otherwise two people could each remove the other.
 */
async function keepSystemAdmin(tx: Tx, lost: Powers): Promise<void> {
  if (!lost.superuser && !lost.permission_list.includes('update role')) return
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('stoa system admin'))`)
  const left = await tx.one(sql`select 1 from account a join role r on r.id = a.role_id
    where a.enabled and (r.superuser or (not ${lost.superuser}::boolean and 'update role' = any(r.permission_list))) limit 1`)
  if (!left) throw validationError({ [lost.superuser ? 'enabled' : 'permission_list']: message('core:error.last_owner') })
}
