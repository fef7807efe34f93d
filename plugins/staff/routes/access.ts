import {
  type Actor,
  buildManifest,
  f,
  AppError,
  expandPermissions,
  validationError,
  NOT_FOUND,
  describeRight,
  route,
  satisfies,
  sql,
  message,
} from 'stoa'
import { explainPermission, type Holder } from '../services/explain.ts'
import { SeenMenu, WhyAnswer } from '../api-types.ts'

/** Routes that preview menus and explain permissions. */
export const accessRoutes = [
  route({
    on: 'POST /role/menu',
    id: 'role.menu',
    summary: 'Menu that an account with these permissions sees',
    needs: 'get role',
    body: { permission_list: f.tags({ maxItems: 2_000 }), superuser: f.flag({ default: false }) },
    response: SeenMenu,
    run: ({ kernel, ctx: { language }, body }) => {
      const granted = expandPermissions(kernel.registry, body.permission_list)
      const actor: Actor = { kind: 'admin', id: 0, name: '', allows: (needs) => body.superuser || satisfies(granted, needs) }
      const manifest = buildManifest(kernel, actor, language)
      const resources = new Map(Object.values(manifest.resources).map((r) => [`/admin/${r.path}`, r]))
      return {
        menu: manifest.menu.map((section) => ({
          ...section,
          items: section.items
            .flatMap(({ items = [], ...item }) => [item, ...items])
            .map((item) => {
              const r = resources.get(item.to)
              const verbs = r?.verbs.map((verb) => kernel.i18n.t(language, `core:verb.${verb.replaceAll(' ', '_')}`)) ?? []
              return { ...item, can: [...new Set([...verbs, ...(r?.actions.map((action) => action.label) ?? [])])] }
            }),
        })),
      }
    },
  }),
  route({
    on: 'GET /why',
    id: 'account.why',
    summary: 'Explain why an account has or lacks a permission',
    needs: 'get account & get role',
    query: { account_id: f.int({ min: 1 }), permission: f.text({ maxLength: 200 }) },
    response: WhyAnswer,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx: { language }, query: { account_id, permission } }) => {
      if (!kernel.registry.permissions.has(permission)) throw validationError({ permission: message('core:rule.choice') })
      const account = await kernel.db.one<Holder & { id: number; name: string; email: string; role_id: number }>(sql`
        select a.id, a.name, a.email, a.enabled, a.must_change_password, r.id as role_id, r.name as role, r.superuser, r.permission_list
        from account a join role r on r.id = a.role_id where a.id = ${account_id}`)
      if (!account) throw new AppError(NOT_FOUND)
      const { allowed, holds, reasons } = explainPermission(kernel, account, permission)
      return {
        account: { id: account.id, name: account.name, email: account.email },
        role: { id: account.role_id, name: account.role },
        right: describeRight(kernel, language, permission),
        allowed,
        holds,
        reasons: reasons.map((reason) => kernel.i18n.text(language, reason)),
      }
    },
  }),
]
