import { f, Failed, route, UNAUTHENTICATED } from '#core'
import { entriesOf, membershipOf, personOf } from '../services/read.ts'
import { Membership, PointsPage } from '../wire.ts'

/** `GET /api/membership_tier` (specification C §7) and `GET /api/points`. */
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
    on: 'GET /points',
    id: 'points.book',
    summary: 'How points came and went, newest first',
    query: { after: f.maybe(f.int({ min: 1 })) },
    answer: PointsPage,
    run: async ({ kernel, ctx, query }) => {
      if (ctx.actor.kind !== 'customer') throw new Failed(UNAUTHENTICATED)
      return entriesOf(kernel.db, await personOf(kernel.db, ctx.actor.id), query.after ?? null)
    },
  }),
]
