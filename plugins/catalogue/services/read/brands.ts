import { type Ctx, pick, sql } from 'stoa'

interface Brand {
  id: number
  url: string
  title: string
}

/** The enabled brands in one language, kept until one changes. */
export function brands(ctx: Ctx): Promise<Brand[]> {
  return ctx.kernel.cache.get(`brands ${ctx.language}`, ['brand', 'setting'], 300_000, () =>
    ctx.kernel.db.rows<Brand>(sql`select b.id, b.url, coalesce(${pick(sql`b.title`, ctx.language, ctx.main)}, b.url) as title
      from brand b where b.enabled order by 3, b.id`),
  )
}
