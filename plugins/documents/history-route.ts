import { NOT_FOUND, route } from 'stoa'
import { verbPermission } from 'stoa/engine'
import { readHistory } from './services/history.ts'
import { History } from './api-types.ts'

/** Route for the status history of a document, within the row scope of its resource. @param resource name of the resource */
export const historyRoute = (resource: string) =>
  route({
    on: `GET /${resource}/:id/history`,
    id: `${resource}.history`,
    summary: 'History with actors, oldest first',
    needs: verbPermission('get', resource),
    response: History,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params: { id } }) => {
      await kernel.resources.get(ctx, resource, id)
      return { data: await readHistory(kernel.db, resource, id) }
    },
  })
