import { account, AppError, NOT_FOUND, route, filterByShape, sql, relation } from 'stoa'
import { mine, repair, repairPart } from '../resources/repair.ts'
import { Bill, Summary } from '../api-types.ts'

export const adminRoutes = [
  route({
    on: 'GET /repair/summary',
    id: 'repair.summary',
    summary: 'Count repairs and sum their prices, by status',
    needs: 'get repair',
    response: Summary,
    run: async ({ kernel, ctx }) => ({
      data: await kernel.db.rows<Summary['data'][number]>(sql`
        select t.status, count(*) as count, (coalesce(sum(t.price_minor), 0) / 100.0)::numeric(14, 2)::text as worth
        from repair t where ${mine(ctx) ?? sql`true`} group by t.status order by t.status`),
    }),
  }),
  route({
    on: 'GET /repair/:id/bill',
    id: 'repair.bill',
    summary: 'Read a repair with its parts and its owner',
    needs: 'get repair',
    response: Bill,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params: { id } }) => {
      await kernel.resources.get(ctx, repair, id)
      const found = await kernel.query(repair, { owner: relation(account, { only: ['name'] }), parts: repairPart }).findById(id)
      if (!found) throw new AppError(NOT_FOUND)
      return filterByShape(Bill, found)
    },
  }),
]
