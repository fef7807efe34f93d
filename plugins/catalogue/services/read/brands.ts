import { type Ctx, localizedSql, sql } from 'stoa'

interface Brand {
  id: number
  url: string
  title: string
}

/** The enabled brands in a language, cached until one changes. */
export function listBrands(ctx: Ctx): Promise<Brand[]> {
  return ctx.kernel.cache.get(`brands ${ctx.language}`, ['brand', 'setting'], 300_000, () =>
    ctx.kernel.db
      .rows<Brand>(sql`select b.id, b.url, coalesce(${localizedSql(sql`b.title`, ctx.language, ctx.mainLanguage)}, b.url) as title
      from brand b where b.enabled order by 3, b.id`),
  )
}
