import { formatPermission, parsePermission, resolvePermission } from '../core/access/permission.ts'
import { sql } from '../core/db/sql.ts'
import type { Kernel } from '../core/context.ts'
import type { Registry } from '../core/plugin/registry.ts'
import { CliError } from './errors.ts'
import { nearest } from '../core/text/edit-distance.ts'
import { createUnknownNameError } from './nearest.ts'

/** A role with the number of people who have it. */
export interface RoleRow {
  id: number
  name: string
  superuser: boolean
  permission_list: string[]
  members: string[]
}

/** A member of staff with their role. */
export interface AccountRow {
  id: number
  email: string
  name: string
  role: string
  role_id: number
  superuser: boolean
  permission_list: string[]
  enabled: boolean
  must_change_password: boolean
  last_login_at: string | null
}

export const allRoles = ({ db }: Kernel): Promise<RoleRow[]> =>
  db.rows<RoleRow>(sql`
    select r.id, r.name, r.superuser, r.permission_list,
      coalesce(array_agg(a.email order by a.email) filter (where a.id is not null), '{}') as members
    from role r left join account a on a.role_id = r.id group by r.id order by r.name`)

/** @throws CliError notFound, with the nearest name */
export async function roleNamed(kernel: Kernel, name: string): Promise<RoleRow> {
  const roles = await allRoles(kernel)
  const found = roles.find((r) => r.name === name) ?? roles.find((r) => r.name.toLowerCase() === name.toLowerCase())
  if (!found)
    throw createUnknownNameError(
      'role',
      name,
      roles.map((r) => r.name),
      { hint: 'stoa role list, or stoa role create' },
    )
  return found
}

export const allAccounts = ({ db }: Kernel): Promise<AccountRow[]> =>
  db.rows<AccountRow>(sql`
    select a.id, a.email, a.name, r.name as role, r.id as role_id, r.superuser, r.permission_list, a.enabled,
      a.must_change_password, a.last_login_at
    from account a join role r on r.id = a.role_id order by a.email`)

/** @throws CliError notFound, with the nearest address */
export async function findAccount(kernel: Kernel, email: string): Promise<AccountRow> {
  const accounts = await allAccounts(kernel)
  const found = accounts.find((a) => a.email.toLowerCase() === email.trim().toLowerCase())
  if (!found)
    throw createUnknownNameError(
      'staff account',
      email,
      accounts.map((a) => a.email),
      { hint: 'stoa admin list' },
    )
  return found
}

/** Resolves a typed permission: `article:get`, `get articles`, or an alias of several. Undefined when none matches. */
export function resolvePermissions({ permissions, permissionAliases }: Registry, typed: string): string[] | undefined {
  const plain = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (permissions.has(plain)) return [plain]
  try {
    const found = resolvePermission(typed, permissions, permissionAliases)
    return found.every((name) => permissions.has(name)) ? found : undefined
  } catch {
    return undefined
  }
}

/**
 * Expands typed permissions and presets to permissions.
 * @throws CliError usage naming every unknown one with the nearest match.
 */
export function expandPermissions(registry: Registry, typed: readonly string[]): string[] {
  const found = new Set<string>()
  const wrong: string[] = []
  for (const word of typed) {
    const preset = registry.presets.get(word.trim())
    const resolved = preset ?? resolvePermissions(registry, word)
    if (resolved) for (const permission of resolved) found.add(permission)
    else wrong.push(word)
  }
  if (wrong.length > 0) throw noPermission(registry, wrong)
  return [...found].sort()
}

/** Error for permissions that no enabled plugin declares. */
export function noPermission(registry: Registry, words: readonly string[]): CliError {
  const all = [...registry.permissions.keys(), ...registry.presets.keys()]
  const near = words.map((word) => nearest(canonical(word), all))
  const lines = words.map((word, i) => `no permission "${word}".${near[i] ? ` Did you mean ${near[i]}?` : ''}`)
  return new CliError('usage', lines.join('\n'), {
    hint: 'stoa permissions',
    details: { unknown: words, nearest: near },
  })
}

/** Words in the order of permissions, so that `articel:get` is compared as `get article`. */
function canonical(word: string): string {
  try {
    return formatPermission(parsePermission(word))
  } catch {
    return word
  }
}
