import type { Kernel } from '../context.ts'
import { f } from '../fields/f.ts'
import { validationError, message } from '../http/errors.ts'
import { requestLanguage } from '../http/language.ts'
import { route, type Route } from '../http/route.ts'
import { t } from '../http/shapes.ts'
import { toLocale } from '../i18n/locale.ts'
import { ResourceForm } from '../plugin/manifest-types.ts'
import { formInfo } from '../resource/info.ts'

/** Values of a group by field; for a secret, whether it is set. */
const Values = t.record(t.any())

/** Settings by group for staff; secrets are write-only. */
export const settingRoutes = ({ registry }: Kernel): Route[] =>
  [...registry.settings.values()].flatMap(({ group, fields }) => [
    route({
      on: `GET /settings/${group}`,
      id: `settings_${group}.get`,
      summary: `The settings of ${group} and their form`,
      needs: 'get configuration',
      query: { language: f.maybe(f.text({ maxLength: 20 })) },
      response: t.object({ form: ResourceForm, values: Values }),
      run: ({ kernel, ctx, query, request }) => ({
        form: formInfo(kernel, kernel.settings.asResource(group), requestLanguage(kernel, request), ctx.actor),
        values: kernel.settings.readMasked(group, query.language === '*' ? '*' : toLocale(query.language, ctx.mainLanguage)),
      }),
    }),
    route({
      on: `PUT /settings/${group}`,
      id: `settings_${group}.update`,
      summary: `Changes settings of ${group}`,
      needs: 'update configuration',
      accepts: fields,
      response: t.object({ values: Values }),
      run: async ({ kernel, ctx, rawBody: { language: _, ...input } }) => {
        await kernel.settings.write(kernel, ctx, group, input, ctx.language)
        return { values: kernel.settings.readMasked(group, ctx.language) }
      },
    }),
  ])

/** Public settings: `GET /api/settings?groups=basic,image`, `POST /api/configs {columns}`. */
export const publicSettings = [
  route({
    on: 'GET /settings',
    id: 'settings.open',
    summary: 'Public settings, by group',
    access: 'public',
    query: { groups: f.maybe(f.text({ maxLength: 1_000 })) },
    response: t.record(Values),
    run: ({ kernel, ctx, query }) => {
      const groups = kernel.registry.settings
      const requested = query.groups?.split(',').map((group) => group.trim()) ?? [...groups.keys()]
      return Object.fromEntries(
        requested.filter((group) => groups.has(group)).map((group) => [group, kernel.settings.open(group, ctx.language)]),
      )
    },
  }),
  route({
    on: 'POST /configs',
    id: 'settings.columns',
    summary: 'Public settings, by name',
    access: 'public',
    accepts: { columns: f.tags() },
    response: Values,
    run: ({ kernel, ctx, rawBody: { columns } }) => {
      if (!Array.isArray(columns)) throw validationError({ columns: message('core:rule.required') })
      const groups = [...kernel.registry.settings.keys()].map((group) => kernel.settings.open(group, ctx.language))
      const all: Record<string, unknown> = Object.assign({}, ...groups)
      const names = columns.slice(0, 100).filter((name): name is string => typeof name === 'string' && Object.hasOwn(all, name))
      return Object.fromEntries(names.map((name) => [name, all[name]]))
    },
  }),
]
