import { AppError } from 'stoa'
import type { Widget } from 'stoa/plugins/content'
import { funnelOnPage } from './open-funnel.ts'

/** A published funnel by its slug, for embedding in a page; undefined when there is none. */
export const funnelWidget: Widget = async (ctx, { url }) => {
  if (typeof url !== 'string' || url === '' || url.length > 300) return []
  try {
    return [await funnelOnPage(ctx, url)]
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}
