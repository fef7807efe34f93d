import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allows, type Ctx, ctxOf, Failed, FORBIDDEN, invalid, type Kernel, rowId, sql, text } from '#core'
import { verbPermission } from '#core/engine'
import { actorId } from '../resources/saved-view.ts'

/** Permission to keep, change and delete the views everybody sees. */
export const shareViews = 'share saved view'

type Body = Record<string, unknown>

/** `/api/admin/saved_view`: a person's own views, and with a permission those of everybody. */
export function viewRoutes(app: FastifyInstance, kernel: Kernel): void {
  const open = { config: { open: 'signed-in' } } as const
  const { resources } = kernel

  const mayWrite = (ctx: Ctx, shared: boolean) => {
    if (shared && !allows(ctx.actor, shareViews)) throw new Failed(FORBIDDEN, [text('core:error.needs', { needs: shareViews })])
  }
  /** What is stored: `shared` decides whose it is, nothing else about the owner is taken from outside. */
  const input = (ctx: Ctx, { shared, account_id: _, ...body }: Body) => {
    mayWrite(ctx, shared === true)
    return { ...body, ...(shared === undefined ? {} : { account_id: shared === true ? null : actorId(ctx) }) }
  }
  const known = async (request: FastifyRequest) => {
    const ctx = ctxOf(kernel, request)
    const id = rowId((request.params as { id: string }).id)
    const row = await resources.get(ctx, 'saved_view', id)
    mayWrite(ctx, row.account_id === null)
    return { ctx, id }
  }

  app.get<{ Querystring: { resource?: string } }>('/saved_view', open, async (request) => {
    const ctx = ctxOf(kernel, request)
    const rows = await kernel.db.rows(sql`
      select t.id, t.resource, t.name, t.query, t.columns, t.compact, t.account_id is null as shared
      from saved_view t where t.resource = ${String(request.query.resource ?? '')} and (t.account_id is null or t.account_id = ${actorId(ctx)})
      order by t.account_id is not null, t.id limit 100`)
    return { data: rows }
  })
  app.post('/saved_view', open, async (request, reply) => {
    const ctx = ctxOf(kernel, request)
    const body = request.body as Body
    const listed = kernel.registry.resources.get(String(body.resource))
    if (!listed?.verbs.includes('get') || !allows(ctx.actor, verbPermission('get', listed.name)))
      throw invalid({ resource: text('core:rule.choice') })
    return reply.code(201).send(await resources.create(ctx, 'saved_view', input(ctx, { ...body, shared: body.shared === true })))
  })
  app.put<{ Params: { id: string } }>('/saved_view/:id', open, async (request) => {
    const { ctx, id } = await known(request)
    const { resource: _, ...body } = request.body as Body
    return resources.update(ctx, 'saved_view', id, input(ctx, body))
  })
  app.delete<{ Params: { id: string } }>('/saved_view/:id', open, async (request) => {
    const { ctx, id } = await known(request)
    await resources.remove(ctx, 'saved_view', id)
    return { id }
  })
}
