import { f, validationError, KEY_REUSED, NOT_FOUND, route, message } from 'stoa'
import { customer } from 'stoa/plugins/people'
import { adjustPoints, setTier } from '../services/adjust-points.ts'
import { readMemberCard } from '../services/read.ts'
import { MemberCard } from '../api-types.ts'

const reason = f.text({ maxLength: 200 })

/** Admin routes for the membership of a customer. Customers outside the actor's scope are not found. */
export const adminRoutes = [
  route({
    on: 'GET /customer/:id/loyalty',
    id: 'customer.loyalty',
    summary: 'Points balance, tier and points history of a customer',
    needs: 'get customer & get points entry',
    response: MemberCard,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params }) => {
      await kernel.resources.get(ctx, customer, params.id)
      return readMemberCard(ctx, params.id)
    },
  }),
  route({
    on: 'POST /customer/:id/points',
    id: 'customer.points',
    summary: 'Adjust the points of a customer, with a reason',
    needs: 'get customer & adjust points',
    body: {
      points: f.int({ min: -10_000_000, max: 10_000_000, docs: 'Below zero they are taken.' }),
      reason,
      key: f.text({ default: '', maxLength: 60, docs: 'The same key changes points once.' }),
    },
    response: MemberCard,
    errors: [NOT_FOUND, KEY_REUSED],
    run: async ({ kernel, ctx, params, body }) => {
      await kernel.resources.get(ctx, customer, params.id)
      await adjustPoints(ctx, params.id, body)
      return readMemberCard(ctx, params.id)
    },
  }),
  route({
    on: 'PUT /customer/:id/membership',
    id: 'customer.membership',
    summary: 'Assign a tier to a customer manually, or remove it',
    needs: 'get customer & assign membership',
    body: { tier_id: f.maybe(f.int({ min: 1 })), locked_until: f.maybe(f.date()), reason },
    response: MemberCard,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params, body, request }) => {
      // The field is required, so that a missing or misspelt name does not remove the tier.
      if (!Object.hasOwn(Object(request.body), 'tier_id')) throw validationError({ tier_id: message('core:rule.required') })
      await kernel.resources.get(ctx, customer, params.id)
      await setTier(ctx, params.id, body)
      return readMemberCard(ctx, params.id)
    },
  }),
]
