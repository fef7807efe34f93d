import type { FastifyInstance } from 'fastify'
import {
  type Actor,
  buildManifest,
  checkInput,
  ctxOf,
  explain,
  f,
  Failed,
  type Holder,
  invalid,
  type Kernel,
  NOT_FOUND,
  rightOf,
  satisfies,
  sql,
  text,
} from '#core'
import type { SeenMenu, WhyAnswer } from '../wire.ts'

const asked = { permission_list: f.tags({ maxItems: 2_000 }), superuser: f.flag({ default: false }) }
const question = { account_id: f.int({ min: 1 }), permission: f.text({ maxLength: 200 }) }

/** Whose menu looks how, and why somebody may or may not do something. */
export function accessRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.post('/role/menu', { config: { needs: 'get role' } }, async (request): Promise<SeenMenu> => {
    const input = await checkInput(asked, request.body as Record<string, unknown>)
    const held = new Set(input.permission_list as string[])
    const superuser = input.superuser === true
    const actor: Actor = { kind: 'admin', id: 0, name: '', allows: (needs) => superuser || satisfies(held, needs) }
    const { language } = ctxOf(kernel, request)
    const manifest = buildManifest(kernel, actor, language)
    const resources = new Map(Object.values(manifest.resources).map((r) => [`/admin/${r.path}`, r]))
    return {
      menu: manifest.menu.map((section) => ({
        ...section,
        items: section.items.map((item) => {
          const r = resources.get(item.to)
          const verbs = r?.verbs.map((verb) => kernel.catalogue.t(language, `core:verb.${verb.replaceAll(' ', '_')}`)) ?? []
          return { ...item, can: [...new Set([...verbs, ...(r?.actions.map((action) => action.label) ?? [])])] }
        }),
      })),
    }
  })

  app.get<{ Querystring: Record<string, string> }>(
    '/why',
    { config: { needs: 'get account & get role' } },
    async (request): Promise<WhyAnswer> => {
      const input = await checkInput(question, request.query, true)
      const permission = String(input.permission)
      if (!kernel.registry.permissions.has(permission)) throw invalid({ permission: text('core:rule.choice') })
      const account = await kernel.db.one<Holder & { id: number; name: string; email: string; role_id: number }>(sql`
        select a.id, a.name, a.email, a.enabled, a.must_change_password, r.id as role_id, r.name as role, r.superuser, r.permission_list
        from account a join role r on r.id = a.role_id where a.id = ${input.account_id}`)
      if (!account) throw new Failed(NOT_FOUND)
      const { language } = ctxOf(kernel, request)
      const { allowed, holds, reasons } = explain(kernel.registry, account, permission)
      return {
        account: { id: account.id, name: account.name, email: account.email },
        role: { id: account.role_id, name: account.role },
        right: rightOf(kernel, language, permission),
        allowed,
        holds,
        reasons: reasons.map((reason) => kernel.catalogue.text(language, reason)),
      }
    },
  )
}
