import { NOT_FOUND, route } from 'stoa'
import { readHistory } from './services/history.ts'
import { History } from './api-types.ts'

/** The address at which staff read what became of a document: whoever may see it, as far as they see it. @param of the name of its resource */
export const historyRoute = (of: string) =>
  route({
    on: `GET /${of}/:id/history`,
    id: `${of}.history`,
    summary: 'What became of it and who did it, oldest first',
    needs: `get ${of}`,
    response: History,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params: { id } }) => {
      await kernel.resources.get(ctx, of, id)
      return { data: await readHistory(kernel.db, of, id) }
    },
  })
