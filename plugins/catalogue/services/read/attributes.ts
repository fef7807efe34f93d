import { type Ctx, validationError, localizedSql, sql, message } from 'stoa'
import type { AttributeView } from '../../api-types.ts'

/** Positions of attributes: beside category lists, beside search results, on the product page. */
export const attributePositions = ['category', 'search', 'product'] as const

/** The enabled attributes in a language, in order. Cached until one changes, since every list needs them. */
export function listAttributes(ctx: Ctx): Promise<AttributeView[]> {
  return ctx.kernel.cache.get(`attributes ${ctx.language}`, ['attribute', 'setting'], 300_000, () => {
    const label = localizedSql(sql`v.label`, ctx.language, ctx.mainLanguage)
    return ctx.kernel.db.rows<AttributeView>(sql`
      select a.id, a.key, a.kind, a.input, a.position, ${localizedSql(sql`a.label`, ctx.language, ctx.mainLanguage)} as label,
        (select coalesce(json_agg(json_build_object('id', v.id, 'code', v.code, 'label', coalesce(${label}, v.code), 'colour', v.colour, 'image', v.image)
          order by v."order", v.id), '[]') from attribute_value v where v.attribute_id = a.id) as values
      from attribute a where a.enabled order by a."order", a.id`)
  })
}

/** The attributes at a position. @throws AppError INVALID */
export async function listAttributesAt(ctx: Ctx, position: string): Promise<{ data: AttributeView[] }> {
  if (!attributePositions.some((attributePosition) => attributePosition === position))
    throw validationError({ position: message('core:rule.choice') })
  return { data: (await listAttributes(ctx)).filter((a) => a.position.includes(position)) }
}
