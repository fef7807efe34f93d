import type { Registry } from '../plugin/registry.ts'

/** All permissions of a role: those on its list, and those that plugins declare as implied by them. */
export function expandPermissions({ impliedPermissions }: Registry, list: readonly string[]): ReadonlySet<string> {
  const granted = new Set(list)
  // Implied permissions do not imply others, so one pass is enough.
  for (const permission of list) for (const implied of impliedPermissions.get(permission) ?? []) granted.add(implied)
  return granted
}
