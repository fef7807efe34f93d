import type { Kernel } from '../core/context.ts'
import { allRoles, type RoleRow } from './access.ts'
import { askChoice, askMany } from './ask.ts'
import { CliError } from './errors.ts'

/** Prompts for a role. */
export async function pickRole(kernel: Kernel): Promise<RoleRow> {
  const roles = await allRoles(kernel)
  if (roles.length === 0) throw new CliError('notFound', 'There is no role yet.', { hint: 'stoa role create editor' })
  return askChoice(
    'Role',
    roles.map((r) => ({ name: `${r.name} (${r.members.length} members)`, value: r })),
  )
}

/** Prompts for permissions, plugin by plugin. */
export async function pickPermissions(kernel: Kernel, role: RoleRow, grants: boolean): Promise<string[]> {
  const granted = new Set(role.permission_list)
  const all = [...kernel.registry.permissions.values()].filter((p) => granted.has(p.name) !== grants)
  const areas = [...new Set(all.map((p) => p.plugin))]
  if (areas.length === 0) throw new CliError('conflict', `Role ${role.name} ${grants ? 'holds all of them' : 'holds none'}.`)
  const area = await askChoice(
    'Area',
    areas.map((id) => ({ name: kernel.i18n.t('en-US', `${id}:_plugin`), value: id })),
  )
  const names = all.filter((p) => p.plugin === area).map((p) => p.name)
  return askMany(
    'Permissions',
    names.map((name) => ({ name, value: name })),
  )
}
