/** What this plugin's pages are answered. Types only. */
import type { MenuItem, Right } from '#core/wire'

/** Answer of `POST /api/admin/role/menu {permission_list, superuser}`: the menu of whoever holds these. */
export interface SeenMenu {
  menu: { id: string; label: string; icon?: string; items: (MenuItem & { can: string[] })[] }[]
}

/** Answer of `GET /api/admin/why?account_id=&permission=`. */
export interface WhyAnswer {
  account: { id: number; name: string; email: string }
  role: { id: number; name: string }
  right: Right
  allowed: boolean
  holds: boolean
  reasons: string[]
}

/** Answer of `GET /api/admin/audit/facets`: what the audit log can be cut down to. */
export interface AuditFacets {
  actors: string[]
  resources: { value: string; label: string }[]
  verbs: { value: string; label: string }[]
}
