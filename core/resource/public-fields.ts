import type { Ctx, Kernel } from '../context.ts'
import { getColumnName } from '../fields/columns.ts'
import { literal, id, join, sql, type Sql } from '../db/sql.ts'
import type { ShownField, ShownValues } from '../http/api-types.ts'
import { fieldLabel } from '../i18n/labels.ts'
import { richToHtml } from '../text/rich.ts'
import type { CompiledField, Resource } from './compile.ts'
import type { Declared, ViewPlace } from './define.ts'
import type { Row } from '../api-types.ts'
import { fieldOptions } from './info.ts'
import { fieldSql, titleSql } from './read.ts'
import { scopeSql } from './scope.ts'

/** Adds contributed public fields to a view that a plugin reads by its own statement. */
export interface PublicFields {
  /** `, … as shown` for a select list; empty when there are no contributed fields. `alias` is the row's table. */
  column(ctx: Pick<Ctx, 'language' | 'mainLanguage'>, alias: string): Sql
  /** The members for the response, from the column `shown`. */
  values(ctx: Ctx, columnValue: unknown): ShownValues
  /** Further resources whose changes affect the values (for cache invalidation). */
  depends: readonly string[]
}

const none: PublicFields = { column: () => sql``, values: () => ({}), depends: [] }

/** The contributed public fields of a resource with a `publicView`. */
export function selectPublicFields(kernel: Kernel, { name }: Pick<Declared, 'name'>, place: ViewPlace): PublicFields {
  const { registry } = kernel
  const r = registry.resource(name)
  const fields = r.viewFields[place]
  if (fields.length === 0) return none
  return {
    column: ({ language, mainLanguage }, alias) => {
      const visitor: Ctx = { kernel, actor: { kind: 'guest' }, language, mainLanguage: mainLanguage }
      const pairs = fields.flatMap((f) => {
        const value = sql`${literal(f.name)}, ${id(alias)}.ext->${literal(f.meta.ext ?? '')}->${literal(f.name)}`
        if (f.meta.kind !== 'one') return [value]
        const target = registry.resource(f.meta.to ?? '')
        return [value, sql`${literal(getColumnName(f))}, ${publicTitle(visitor, target, fieldSql(f, alias, language, mainLanguage))}`]
      })
      return sql`, json_build_object(${join(pairs, ', ')}) as shown`
    },
    values: (ctx, columnValue) => getValues(ctx, r, fields, columnValue as Record<string, unknown>),
    depends: [...new Set(fields.flatMap(({ meta }) => (meta.kind === 'one' && meta.to ? [meta.to] : [])))],
  }
}

/** The public label of a row; null when the row is disabled or not public. */
function publicTitle(visitor: Ctx, target: Resource, key: Sql): Sql {
  const { enabledBy, store } = target.def
  const conditions = [scopeSql(visitor, target), ...(enabledBy ? [sql`t.${id(enabledBy)}`] : []), ...(store?.where ? [store.where] : [])]
  return sql`(select ${titleSql(target, 't', visitor.language, visitor.mainLanguage)} from (select ${key} as id) k join ${id(target.table)} t on t.id = k.id
    where ${join(conditions, ' and ')})`
}

/** The lines of contributed fields of a row in a generated store view. */
export const readPublicFieldLines = (ctx: Ctx, r: Resource, row: Row): ShownField[] => getValues(ctx, r, r.viewFields.page, row).fields

/** Members and lines of some fields from their values by name. */
function getValues(
  ctx: Ctx,
  r: Resource,
  fields: readonly CompiledField[],
  stored: Readonly<Record<string, unknown>>,
): Required<ShownValues> {
  const members: Record<string, unknown> = {}
  const lines: ShownField[] = []
  for (const f of fields) {
    let value = stored[f.name] ?? f.meta.default ?? null
    let words = value
    if (f.meta.kind === 'one') {
      words = members[getColumnName(f)] = stored[getColumnName(f)] ?? null
      if (words === null) value = null
    }
    if (f.kind.display === 'html') words = value = richToHtml(value as string | null)
    members[f.name] = value
    const text = getWords(ctx, r, f, words)
    if (f.kind.display !== 'none' && text !== '')
      lines.push({ name: f.name, label: fieldLabel(ctx.kernel, ctx.language, r, f.name), type: f.kind.display, value: text })
  }
  return { ...members, fields: lines }
}

/** A value as text in the visitor's language; empty for null. */
function getWords(ctx: Ctx, r: Resource, f: CompiledField, value: unknown): string {
  const { kernel, language } = ctx
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return kernel.i18n.t(language, value ? 'core:word.yes' : 'core:word.no')
  const options = fieldOptions(kernel, language, r, f)
  const parts = (Array.isArray(value) ? value : [value]).map(
    (part) => options?.find((option) => option.value === part)?.label ?? String(part),
  )
  return (f.kind.describe ?? String)(parts.join(language === 'en-US' ? ', ' : '、') as never)
}
