import { AppError } from 'stoa'
import type { Widget } from 'stoa/plugins/content'
import { funnelOnPage } from './open-funnel.ts'

/** A funnel by its url, as pages show it; nothing where there is none that is published. */
export const funnelWidget: Widget = async (ctx, { url }) => {
  if (typeof url !== 'string' || url === '' || url.length > 300) return []
  try {
    return [await funnelOnPage(ctx, url)]
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}
