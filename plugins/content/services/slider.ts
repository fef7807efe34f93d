import { type Ctx, localizedSql, sql } from 'stoa'
import type { SlideView } from '../api-types.ts'
import { translatedSql } from './texts.ts'

/** Maximum number of slides. */
const most = 20

interface Slide {
  position: string
  /** Start and end, in milliseconds since the epoch; null for unlimited. */
  begins: number | null
  ends: number | null
  view: SlideView
}

type Row = SlideView & Pick<Slide, 'position' | 'begins' | 'ends'>

/** All current and future slides in order; cached until one changes. The period is checked on each read. */
const slides = (ctx: Ctx): Promise<Slide[]> =>
  ctx.kernel.cache.get(`slides ${ctx.language}`, ['slider', 'setting'], 300_000, async () => {
    const rows = await ctx.kernel.db.rows<Row>(sql`
      select s.id, ${translatedSql(ctx, 's', 'title')} as title, ${translatedSql(ctx, 's', 'subtitle')} as subtitle, ${translatedSql(ctx, 's', 'image')} as image,
        ${localizedSql(sql`s.image_mobile`, ctx.language, ctx.mainLanguage)} as image_mobile, ${translatedSql(ctx, 's', 'url')} as url,
        ${translatedSql(ctx, 's', 'button')} as button, s.open_in_current_tab, s.position,
        (extract(epoch from s.starts_at) * 1000)::float8 as begins, (extract(epoch from s.ends_at) * 1000)::float8 as ends
      from slider s where s.enabled and coalesce(s.ends_at, 'infinity') > now() order by s."order", s.id`)
    return rows.map(({ position, begins, ends, ...view }) => ({ position, begins, ends, view }))
  })

/** The current slides of a position, in order. */
export async function liveSlides(ctx: Ctx, position: string): Promise<SlideView[]> {
  const now = Date.now()
  const isLive = ({ begins, ends }: Slide) => (begins === null || begins <= now) && (ends === null || ends > now)
  return (await slides(ctx))
    .filter((slide) => slide.position === position && isLive(slide))
    .slice(0, most)
    .map(({ view }) => view)
}
