import { AppError } from 'stoa'
import type { Widget } from 'stoa/plugins/content'
import { formOnPage } from './read.ts'

/** A form by its slug, for embedding in a page; empty when the reader may not see it. */
export const formWidget: Widget = async (ctx, { url }) => {
  if (typeof url !== 'string' || url === '' || url.length > 300) return []
  try {
    return [await formOnPage(ctx, { url })]
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}
