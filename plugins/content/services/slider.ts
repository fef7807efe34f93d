import { type Ctx, pick, sql } from '#core'
import type { SlideView } from '../wire.ts'
import { liveSql, said } from './texts.ts'

/** The slides of a position whose time it is, in order. */
export const liveSlides = (ctx: Ctx, position: string): Promise<SlideView[]> =>
  ctx.kernel.db.rows<SlideView>(sql`
    select s.id, ${said(ctx, 's', 'title')} as title, ${said(ctx, 's', 'subtitle')} as subtitle, ${said(ctx, 's', 'image')} as image,
      ${pick(sql`s.image_mobile`, ctx.language, ctx.main)} as image_mobile, ${said(ctx, 's', 'url')} as url,
      ${said(ctx, 's', 'button')} as button, s.open_in_current_tab
    from slider s where s.position = ${position} and s.enabled and ${liveSql('s')} order by s."order", s.id limit 20`)
