import { f, Failed, route, UNAUTHENTICATED } from 'stoa'
import { memberCode } from '../services/member-code.ts'
import { entriesOf, membershipOf, ownPersonOf, pointsOf } from '../services/read.ts'
import { MemberCodeTold, Membership, PointsPage, PointsTold } from '../wire.ts'

/** `GET /api/membership_tier` (specification C §7), `GET /api/points/balance` and `GET /api/points`. */
export const storeRoutes = [
  route({
    access: 'public',
    on: 'GET /membership_tier',
    id: 'membership.tiers',
    summary: 'The tiers; of a customer also where they stand, what is missing for the next, and their points',
    answer: Membership,
    run: ({ ctx, reply }) => {
      void reply.header('cache-control', 'no-store')
      return membershipOf(ctx)
    },
  }),
  route({
    access: 'customer',
    on: 'GET /points/balance',
    id: 'points.balance',
    summary: 'How many points the customer has, and what they pay',
    answer: PointsTold,
    run: async ({ kernel, ctx, reply }) => {
      void reply.header('cache-control', 'no-store')
      if (ctx.actor.kind !== 'customer') throw new Failed(UNAUTHENTICATED)
      return pointsOf(ctx, await ownPersonOf(kernel.db, ctx.actor.id))
    },
  }),
  route({
    access: 'customer',
    on: 'GET /member_code',
    id: 'member.code',
    summary: 'What the customer shows at a counter: another one each time, good for two minutes',
    answer: MemberCodeTold,
    run: async ({ ctx, reply }) => {
      void reply.header('cache-control', 'no-store')
      if (ctx.actor.kind !== 'customer') throw new Failed(UNAUTHENTICATED)
      return memberCode(ctx, ctx.actor.id)
    },
  }),
  route({
    access: 'customer',
    on: 'GET /points',
    id: 'points.book',
    summary: 'How points came and went, newest first',
    query: { after: f.maybe(f.int({ min: 1 })) },
    answer: PointsPage,
    run: async ({ kernel, ctx, query }) => {
      if (ctx.actor.kind !== 'customer') throw new Failed(UNAUTHENTICATED)
      return entriesOf(kernel.db, await ownPersonOf(kernel.db, ctx.actor.id), query.after ?? null)
    },
  }),
]
