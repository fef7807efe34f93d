import { MenuLink, Right, type Shape, t } from 'stoa'

/** Response types of the staff API. Screens import the types alone, not the schemas. */

/** Answer of `POST /api/admin/role/menu {permission_list, superuser}`: the menu with these permissions. */
export const SeenMenu = t.object({
  menu: t.list(
    t.object({
      id: t.text(),
      label: t.text(),
      icon: t.optional(t.text()),
      items: t.list(t.both(MenuLink, t.object({ can: t.list(t.text()) }))),
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

/** Answer of `GET /api/admin/audit/facets`: filter values of the audit log. */
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

/** Answer of `GET /api/admin/second-factor`. */
export const FactorState = t.object({
  since: t.maybe(t.dateTime('Date since the second factor is active; null without one.')),
  codes_left: t.int(),
  required: t.flag('Whether the role requires it.'),
})
export type FactorState = Shape<typeof FactorState>

/** A secret that is not confirmed yet. */
export const Setup = t.object({
  secret: t.text('Base32 secret for manual entry in an app.'),
  uri: t.text('The same as a URL.'),
  qr: t.text('QR code of the URL as SVG.'),
})
export type Setup = Shape<typeof Setup>

/** Recovery codes, returned only once. */
export const Codes = t.object({ codes: t.list(t.text()) })
export type Codes = Shape<typeof Codes>

/** Answer of `GET /api/admin/session`: the user's sessions, the current one first. */
export const Sessions = t.object({
  data: t.list(
    t.object({
      id: t.id(),
      browser: t.text('User agent.'),
      network: t.text('IP address of the sign-in; for IPv6 the network.'),
      created_at: t.dateTime('Time of sign-in.'),
      last_seen_at: t.dateTime('Rounded to the minute.'),
      here: t.flag('The session of the request.'),
    }),
  ),
})
export type Sessions = Shape<typeof Sessions>
