import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../context.ts'
import { Failed, invalid, NOT_FOUND, text } from '../http/errors.ts'
import { ctxOf, speech } from '../http/language.ts'
import { asLocale } from '../i18n/locale.ts'
import { formInfo } from '../resource/info.ts'

/** Configuration by group for staff: a form like any other, secrets write-only. */
export function settingRoutes(app: FastifyInstance, kernel: Kernel): void {
  const known = (group: string) => {
    if (!kernel.registry.settings.has(group)) throw new Failed(NOT_FOUND)
    return group
  }
  app.get<{ Params: { group: string }; Querystring: { language?: string } }>(
    '/settings/:group',
    { config: { needs: 'get configuration' } },
    async (request) => {
      const group = known(request.params.group)
      const language = request.query.language === '*' ? '*' : asLocale(request.query.language, kernel.settings.main)
      return {
        form: formInfo(kernel, kernel.settings.asResource(group), speech(kernel, request), request.actor),
        values: kernel.settings.shown(group, language),
      }
    },
  )
  app.put<{ Params: { group: string } }>('/settings/:group', { config: { needs: 'update configuration' } }, async (request) => {
    const group = known(request.params.group)
    const ctx = ctxOf(kernel, request)
    const { language: _, ...input } = request.body as Record<string, unknown>
    await kernel.settings.write(kernel, ctx, group, input, ctx.language)
    return { values: kernel.settings.shown(group, ctx.language) }
  })
}

/** What the store may know: `GET /api/settings?groups=basic,image`, `POST /api/configs {columns}`. */
export function publicSettings(app: FastifyInstance, kernel: Kernel): void {
  app.get<{ Querystring: { groups?: string } }>('/settings', { config: { access: 'public' } }, async (request) => {
    const ctx = ctxOf(kernel, request)
    const wanted = (request.query.groups ?? [...kernel.registry.settings.keys()].join(',')).split(',').map((g) => g.trim())
    return Object.fromEntries(wanted.filter((g) => kernel.registry.settings.has(g)).map((g) => [g, kernel.settings.open(g, ctx.language)]))
  })
  app.post('/configs', { config: { access: 'public' } }, async (request) => {
    const { columns } = request.body as { columns?: unknown }
    if (!Array.isArray(columns)) throw invalid({ columns: text('core:rule.required') })
    const ctx = ctxOf(kernel, request)
    const all = Object.assign({}, ...[...kernel.registry.settings.keys()].map((g) => kernel.settings.open(g, ctx.language))) as Record<
      string,
      unknown
    >
    return Object.fromEntries(
      columns
        .slice(0, 100)
        .filter((c): c is string => typeof c === 'string' && Object.hasOwn(all, c))
        .map((c) => [c, all[c]]),
    )
  })
}
