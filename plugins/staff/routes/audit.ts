import { route, sql } from 'stoa'
import { AuditFacets } from '../api-types.ts'

const MOST = 200

/** Filter values of the audit log: actors, resources and actions. */
export const auditRoute = route({
  on: 'GET /audit/facets',
  id: 'audit_log.facets',
  summary: 'Actors, resources and actions in the audit log',
  needs: 'get audit log',
  response: AuditFacets,
  run: async ({ kernel, ctx: { language } }) => {
    const { i18n, registry } = kernel
    // The log is append-only and large, so only its newest entries are scanned.
    const rows = await kernel.db.rows<{ kind: 'actor' | 'resource' | 'verb'; value: string }>(sql`
      with latest as (select actor_name, resource, verb from audit_log order by id desc limit 50000)
      select 'actor' as kind, actor_name as value from latest group by 2
      union all select 'resource', resource from latest group by 2
      union all select 'verb', verb from latest group by 2 order by 1, 2`)
    const listByKind = (kind: string) =>
      rows
        .filter((row) => row.kind === kind && row.value !== '')
        .map((row) => row.value)
        .slice(0, MOST)
    const resourceLabel = (name: string) => {
      const group = registry.settings.get(name.replace(/^setting /, ''))
      if (name.startsWith('setting ') && group)
        return `${i18n.t(language, 'core:menu.configuration')}: ${i18n.t(language, [`${group.plugin}:setting_${group.group}._label`, `core:setting.${group.group}`])}`
      const r = registry.resources.get(name)
      return r ? i18n.t(language, [`${r.plugin}:${r.name}._label`]) : name
    }
    const verbLabel = (verb: string) => {
      const key = verb.replaceAll(' ', '_')
      const keys = [`staff:verb.${key}`, `core:verb.${key}`, ...[...registry.resources.values()].map((r) => `${r.plugin}:${r.name}.${key}`)]
      return keys.some((k) => i18n.has(k)) ? i18n.t(language, keys) : verb
    }
    return {
      actors: listByKind('actor'),
      resources: listByKind('resource').map((value) => ({ value, label: resourceLabel(value) })),
      verbs: listByKind('verb').map((value) => ({ value, label: verbLabel(value) })),
    }
  },
})
