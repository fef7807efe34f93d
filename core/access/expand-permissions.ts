import type { Registry } from '../plugin/registry.ts'

/** All permissions a role gives: those on its list, and what plugins declare as implied by them. */
export function expandPermissions({ impliedPermissions }: Registry, list: readonly string[]): ReadonlySet<string> {
  const held = new Set(list)
  // Implied ones follow from what is on the list alone, so one pass is enough.
  for (const permission of list) for (const implied of impliedPermissions.get(permission) ?? []) held.add(implied)
  return held
}
