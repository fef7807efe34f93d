import { route, t } from 'stoa'
import { readTags } from '../services/read/tags.ts'
import { TagCount } from '../api-types.ts'

export const tagRoutes = [
  route({
    on: 'GET /product/tags',
    id: 'product.tags',
    summary: 'The tags people gave to things they may see, to offer while another is typed',
    open: 'signed-in',
    response: t.object({ data: t.list(TagCount), total: t.int() }),
    run: async ({ ctx }) => {
      const data = await readTags(ctx)
      return { data, total: data.length }
    },
  }),
]
