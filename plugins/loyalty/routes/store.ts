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
    summary: 'Tiers, and for a signed-in customer the current tier, progress to the next one, and points',
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
    summary: 'Points of the customer and their value',
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
    summary: 'Member code for the point of sale: changes each time, valid for two minutes',
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
    summary: 'Points history, newest first',
    query: { after: f.maybe(f.int({ min: 1 })) },
    response: PointsPage,
    run: async ({ kernel, ctx, query }) => {
      if (ctx.actor.kind !== 'customer') throw new AppError(UNAUTHENTICATED)
      return listEntries(kernel.db, await findOwnPerson(kernel.db, ctx.actor.id), query.after ?? null)
    },
  }),
]
