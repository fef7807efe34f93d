import { NOT_FOUND, route } from 'stoa'
import { readHistory } from './services/history.ts'
import { History } from './api-types.ts'

/** Route for the status history of a document, within the row scope of its resource. @param of name of the resource */
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
