import { f, AppError, type Kernel, NOT_FOUND, rateLimit, route, getNetwork, sql, TOO_MANY, UNAUTHENTICATED, WRONG_STATE } from 'stoa'
import { offeredServices } from '../services/services.ts'
import { CHANGED, CLOSED, FORMS, FULL, NEEDS_ACCOUNT, SUBMITTED } from 'stoa/plugins/forms'
import { getCustomerId } from 'stoa/plugins/sales'
import { ownApplication, getToken } from '../services/access.ts'
import { type Applied as Written, findApplicant, apply } from '../services/apply.ts'
import { cancelOwn } from '../services/cancel.ts'
import { ownApplications } from '../services/own-applications.ts'
import { serviceCards, servicePage } from '../services/pages.ts'
import { Applied, OwnApplication, OwnApplications, ServiceList, ServicePage } from '../api-types.ts'

const url = f.text({ maxLength: 300 })
const number = f.text({ maxLength: 60 })
const token = f.text({ default: '', maxLength: 300 })

/** Rate limit against guessing of links. */
const limit = ({ kernel, request }: { kernel: Kernel; request: { ip: string } }): Promise<void> =>
  rateLimit(kernel.db, `application ${getNetwork(request.ip)}`, { max: 60, seconds: 600, message: 'core:error.too_frequent' })

/** Public routes of services and applications. */
export const storeRoutes = [
  route({
    on: 'GET /service',
    id: 'service.list',
    summary: 'Services that are requested with a form',
    access: 'public',
    response: ServiceList,
    run: async ({ ctx }) => ({ data: await serviceCards(ctx) }),
  }),
  route({
    on: 'GET /service/:url',
    id: 'service.page',
    summary: 'A service with its prices and form',
    access: 'public',
    params: { url },
    response: ServicePage,
    errors: [NOT_FOUND, NEEDS_ACCOUNT],
    run: ({ ctx, params }) => servicePage(ctx, params.url),
  }),
  route({
    on: 'POST /service/:url',
    id: 'service.apply',
    summary: 'Apply for a service, with answers by field key',
    description: 'Files are uploaded first, as for the form itself. A service without approval is added to a cart and paid there.',
    access: 'public',
    idempotent: true,
    params: { url },
    query: { stock_id: f.maybe(f.int({ min: 1, max: Number.MAX_SAFE_INTEGER })), quantity: f.int({ default: 1, min: 1, max: 9_999 }) },
    body: { form_version: f.maybe(f.int({ min: 0, max: 1_000_000_000 })), leave_blank: f.maybe(f.text({ maxLength: 1_000 })) },
    response: Applied,
    status: 201,
    errors: [NOT_FOUND, NEEDS_ACCOUNT, CLOSED, FULL, SUBMITTED, CHANGED, TOO_MANY],
    admit: ({ kernel, request }) =>
      rateLimit(kernel.db, `service ${getNetwork(request.ip)}`, { max: 20, seconds: 60, message: 'core:error.too_frequent' }),
    run: async ({ ctx, params, query, body, rawBody, idempotencyKey, request, reply }) => {
      const [service] = await offeredServices(ctx, ctx.kernel.db, params.url)
      // Honeypot field: hidden from people. A bot that fills it gets NOT_FOUND.
      if (!service || body.leave_blank !== null) throw new AppError(NOT_FOUND)
      let made: Written | undefined
      const received = await ctx.kernel.get(FORMS).submit(
        ctx,
        {
          form: { id: service.form_id },
          version: body.form_version,
          input: rawBody,
          key: idempotencyKey,
          as: 'service',
          also: async (tx, submission) =>
            apply(tx, ctx, { url: params.url, ...query }, await findApplicant(tx, ctx, submission), submission),
          onResult: (answer) => {
            made = answer as Written
          },
        },
        { request, reply },
      )
      if (!made) throw new Error('what was sent was not written down')
      const { number: applicationNumber, status, sale_key } = made
      return {
        ...received,
        application: {
          number: applicationNumber,
          token: getToken(ctx, applicationNumber),
          to_pay: status === 'draft' ? { kind: 'application', subject_id: sale_key, quantity: query.quantity } : null,
        },
      }
    },
  }),
  route({
    on: 'GET /application',
    id: 'application.own',
    summary: 'Applications of the signed-in customer, newest first',
    access: 'customer',
    response: OwnApplications,
    errors: [UNAUTHENTICATED],
    run: async ({ ctx }) => ({ data: await ownApplications(ctx, sql`customer_id = ${getCustomerId(ctx)}::bigint`) }),
  }),
  route({
    on: 'GET /application/:number',
    id: 'application.view',
    summary: 'An application, for its customer or with its token',
    access: 'public',
    params: { number },
    query: { token },
    response: OwnApplication,
    errors: [NOT_FOUND, TOO_MANY],
    admit: limit,
    run: async ({ kernel, ctx, params, query }) => {
      const id = await ownApplication(ctx, kernel.db, params.number, query.token)
      const [found] = await ownApplications(ctx, sql`id = ${id}`, true)
      if (!found) throw new AppError(NOT_FOUND)
      return found
    },
  }),
  route({
    on: 'POST /application/:number/cancel',
    id: 'application.cancel_own',
    summary: 'Cancel an unpaid application',
    access: 'public',
    params: { number },
    body: { token, note: f.text({ default: '', maxLength: 500 }) },
    response: OwnApplication,
    errors: [NOT_FOUND, WRONG_STATE, TOO_MANY],
    admit: limit,
    run: async ({ kernel, ctx, params, body }) => {
      const id = await ownApplication(ctx, kernel.db, params.number, body.token)
      await kernel.transaction((tx) => cancelOwn(tx, ctx, id, body.note))
      const [found] = await ownApplications(ctx, sql`id = ${id}`, true)
      if (!found) throw new AppError(NOT_FOUND)
      return found
    },
  }),
]
