import { hasPermission, type Ctx, f, AppError, FORBIDDEN, validationError, NOT_FOUND, route, sql, t, message } from 'stoa'
import { verbPermission } from 'stoa/engine'
import { actorId, savedView } from '../resources/saved-view.ts'
import { SavedView } from '../api-types.ts'

/** Permission to create, change and delete shared views. */
export const shareViews = 'share saved view'

const { name, query, columns, compact, resource } = savedView.fields
const shared = f.flag({ default: false })

function mayWrite(ctx: Ctx, shared: boolean): void {
  if (shared && !hasPermission(ctx.actor, shareViews)) throw new AppError(FORBIDDEN, [message('core:error.needs', { needs: shareViews })])
}

/** The owner of a view; never taken from the request. */
const getOwner = (ctx: Ctx, shared: boolean) => {
  mayWrite(ctx, shared)
  return { account_id: shared ? null : actorId(ctx) }
}

/** Checks that the actor may write a view. @throws AppError NOT_FOUND, FORBIDDEN */
async function assertViewExists(ctx: Ctx, id: number): Promise<void> {
  const row = await ctx.kernel.resources.get(ctx, 'saved_view', id)
  mayWrite(ctx, row.account_id === null)
}

/** `/api/admin/saved_view`: the user's views, and with the permission shared ones. */
export const viewRoutes = [
  route({
    on: 'GET /saved_view',
    id: 'saved_view.mine',
    summary: 'Saved views of a list',
    open: 'signed-in',
    query: { resource: f.text({ maxLength: 100, default: '' }) },
    response: t.object({ data: t.list(SavedView) }),
    run: async ({ kernel, ctx, query }) => ({
      data: await kernel.db.rows<SavedView>(sql`
        select t.id, t.resource, t.name, t.query, t.columns, t.compact, t.account_id is null as shared
        from saved_view t where t.resource = ${query.resource} and (t.account_id is null or t.account_id = ${actorId(ctx)})
        order by t.account_id is not null, t.id limit 100`),
    }),
  }),
  route({
    on: 'POST /saved_view',
    id: 'saved_view.keep',
    summary: 'Save a view of a list',
    open: 'signed-in',
    body: { resource, name, query, columns, compact, shared },
    response: t.row('saved_view'),
    status: 201,
    run: ({ kernel, ctx, body: { shared, ...view } }) => {
      const listed = kernel.registry.resources.get(view.resource)
      if (!listed?.verbs.includes('get') || !hasPermission(ctx.actor, verbPermission('get', listed.name)))
        throw validationError({ resource: message('core:rule.choice') })
      return kernel.resources.create(ctx, savedView, { ...view, ...getOwner(ctx, shared) })
    },
  }),
  route({
    on: 'PUT /saved_view/:id',
    id: 'saved_view.change',
    summary: 'Update a saved view',
    open: 'signed-in',
    accepts: { name, query, columns, compact, shared },
    response: t.row('saved_view'),
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params, rawBody: { resource: _, account_id: __, shared, ...view } }) => {
      await assertViewExists(ctx, params.id)
      return kernel.resources.update(ctx, 'saved_view', params.id, {
        ...view,
        ...(shared === undefined ? {} : getOwner(ctx, shared === true)),
      })
    },
  }),
  route({
    on: 'DELETE /saved_view/:id',
    id: 'saved_view.drop',
    summary: 'Delete a saved view',
    open: 'signed-in',
    response: t.object({ id: t.id() }),
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params }) => {
      await assertViewExists(ctx, params.id)
      await kernel.resources.remove(ctx, 'saved_view', params.id)
      return { id: params.id }
    },
  }),
]
