import { expandPermissions, type Kernel, message, type Message } from 'stoa'

/** The facts that decide on a permission. */
export interface Holder {
  role: string
  superuser: boolean
  permission_list: readonly string[]
  enabled: boolean
  must_change_password: boolean
}

/** Whether an account has a permission, with the reasons. */
export interface Verdict {
  allowed: boolean
  /** Whether the role has it, whatever the state of the account. */
  holds: boolean
  reasons: Message[]
}

/** Evaluates one permission for one account. The guard of the routes uses the same facts. */
export function explainPermission({ registry }: Pick<Kernel, 'registry'>, holder: Holder, permission: string): Verdict {
  const { role } = holder
  const holds = holder.superuser || expandPermissions(registry, holder.permission_list).has(permission)
  const presets = [...registry.presets].filter(([, list]) => list.includes(permission)).map(([name]) => name)
  const reasons: Message[] = []
  if (holder.superuser) reasons.push(message('staff:why.superuser', { role }))
  else if (holds) reasons.push(message('staff:why.holds', { role, count: holder.permission_list.length }))
  else if (presets.length > 0) reasons.push(message('staff:why.in_presets', { role, presets: presets.join(', ') }))
  else reasons.push(message('staff:why.lacks', { role }))
  if (!holder.enabled) reasons.push(message('staff:why.disabled'))
  if (holder.must_change_password) reasons.push(message('staff:why.one_time'))
  return { allowed: holds && holder.enabled && !holder.must_change_password, holds, reasons }
}
