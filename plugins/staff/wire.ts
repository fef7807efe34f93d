import { MenuItem, Right, type Shape, t } from '#core'

/** What this plugin's pages are answered. Pages import the types alone. */

/** Answer of `POST /api/admin/role/menu {permission_list, superuser}`: the menu of whoever holds these. */
export const SeenMenu = t.object({
  menu: t.list(
    t.object({
      id: t.text(),
      label: t.text(),
      icon: t.optional(t.text()),
      items: t.list(t.both(MenuItem, t.object({ can: t.list(t.text()) }))),
    }),
  ),
})
export type SeenMenu = Shape<typeof SeenMenu>

/** Answer of `GET /api/admin/why?account_id=&permission=`. */
export const WhyAnswer = t.object({
  account: t.object({
    id: t.id(),
    name: t.text(),
    email: t.text(),
  }),
  role: t.object({
    id: t.id(),
    name: t.text(),
  }),
  right: Right,
  allowed: t.flag(),
  holds: t.flag(),
  reasons: t.list(t.text()),
})
export type WhyAnswer = Shape<typeof WhyAnswer>

/** Answer of `GET /api/admin/audit/facets`: what the audit log can be cut down to. */
export const AuditFacets = t.object({
  actors: t.list(t.text()),
  resources: t.list(
    t.object({
      value: t.text(),
      label: t.text(),
    }),
  ),
  verbs: t.list(
    t.object({
      value: t.text(),
      label: t.text(),
    }),
  ),
})
export type AuditFacets = Shape<typeof AuditFacets>
