import { f, AppError, route, UNAUTHENTICATED } from 'stoa'
import { memberCode } from '../services/member-code.ts'
import { listEntries, readMembership, findOwnPerson, readPoints } from '../services/read.ts'
import { MemberCodeView, Membership, PointsPage, PointsView } from '../api-types.ts'

/** `GET /api/membership_tier` (specification C §7), `GET /api/points/balance` and `GET /api/points`. */
export const storeRoutes = [
  route({
    access: 'public',
    on: 'GET /membership_tier',
    id: 'membership.tiers',
    summary: 'The tiers; of a customer also where they stand, what is missing for the next, and their points',
    response: Membership,
    run: ({ ctx, reply }) => {
      void reply.header('cache-control', 'no-store')
      return readMembership(ctx)
    },
  }),
  route({
    access: 'customer',
    on: 'GET /points/balance',
    id: 'points.balance',
    summary: 'How many points the customer has, and what they pay',
    response: PointsView,
    run: async ({ kernel, ctx, reply }) => {
      void reply.header('cache-control', 'no-store')
      if (ctx.actor.kind !== 'customer') throw new AppError(UNAUTHENTICATED)
      return readPoints(ctx, await findOwnPerson(kernel.db, ctx.actor.id))
    },
  }),
  route({
    access: 'customer',
    on: 'GET /member_code',
    id: 'member.code',
    summary: 'What the customer shows at a counter: another one each time, good for two minutes',
    response: MemberCodeView,
    run: async ({ ctx, reply }) => {
      void reply.header('cache-control', 'no-store')
      if (ctx.actor.kind !== 'customer') throw new AppError(UNAUTHENTICATED)
      return memberCode(ctx, ctx.actor.id)
    },
  }),
  route({
    access: 'customer',
    on: 'GET /points',
    id: 'points.book',
    summary: 'How points came and went, newest first',
    query: { after: f.maybe(f.int({ min: 1 })) },
    response: PointsPage,
    run: async ({ kernel, ctx, query }) => {
      if (ctx.actor.kind !== 'customer') throw new AppError(UNAUTHENTICATED)
      return listEntries(kernel.db, await findOwnPerson(kernel.db, ctx.actor.id), query.after ?? null)
    },
  }),
]
