import { route, t } from 'stoa'
import { readTags } from '../services/read/tags.ts'
import { TagCount } from '../api-types.ts'

export const tagRoutes = [
  route({
    on: 'GET /product/tags',
    id: 'product.tags',
    summary: 'Tags of rows the caller may see, as suggestions',
    open: 'signed-in',
    response: t.object({ data: t.list(TagCount), total: t.int() }),
    run: async ({ ctx }) => {
      const data = await readTags(ctx)
      return { data, total: data.length }
    },
  }),
]
