import { f, AppError, NOT_FOUND, rateLimit, route, getNetwork, TOO_MANY } from 'stoa'
import { CHANGED, CLOSED, follow, FULL, isPlain, NEEDS_ACCOUNT, pageAddress, readProblems, SUBMITTED } from 'stoa/plugins/forms'
import { sources } from '../domain/sources.ts'
import { enterFunnel, ownQuestions, viewFunnel } from '../services/open-funnel.ts'
import { Entered, FunnelView } from '../api-types.ts'

const url = f.text({ maxLength: 300 })
const page = (address: string) => `/funnel/${encodeURIComponent(address)}`

/** Public routes of funnels. */
export const storeRoutes = [
  route({
    on: 'GET /funnel/:url',
    id: 'funnel.view',
    summary: 'A published funnel with its form',
    access: 'public',
    params: { url },
    query: { problems: f.text({ default: '', maxLength: 8_000 }) },
    response: FunnelView,
    errors: [NOT_FOUND, NEEDS_ACCOUNT],
    run: async ({ ctx, params, query }) => {
      const problems = readProblems(ctx, page(params.url), query.problems)
      return { ...(await viewFunnel(ctx, params.url)), ...(problems ? { problems } : {}) }
    },
  }),
  route({
    on: 'POST /funnel/:url',
    id: 'funnel.enter',
    summary: 'Submit a funnel as a lead',
    description:
      'With a form, answers are sent by key as to the form itself; without one, with these fields. A form posted without scripts is redirected to the page of the funnel.',
    access: 'public',
    idempotent: true,
    params: { url },
    body: {
      form_version: f.maybe(f.int({ min: 0, max: 1_000_000_000 })),
      leave_blank: f.maybe(f.text({ maxLength: 1_000 })),
    },
    query: { source: f.text({ default: '', maxLength: 100, docs: `Where somebody came from, as a link says it: ${sources.join(', ')}.` }) },
    accepts: ownQuestions,
    response: Entered,
    status: 201,
    otherResponses: { 303: null },
    errors: [NOT_FOUND, NEEDS_ACCOUNT, CLOSED, FULL, SUBMITTED, CHANGED, TOO_MANY],
    admit: ({ kernel, request }) =>
      rateLimit(kernel.db, `funnel ${getNetwork(request.ip)}`, { max: 20, seconds: 60, message: 'core:error.too_frequent' }),
    run: async ({ ctx, params, query, body, rawBody, idempotencyKey, request, reply }) => {
      const plain = isPlain(request)
      // The source stays in the URL when the visitor submits again.
      const source = sources.includes(query.source as never) ? `&source=${query.source}` : ''
      const back = (refusal?: AppError) => follow(reply, pageAddress(ctx, page(params.url), refusal) + source)
      // Honeypot field: hidden from people. A bot that fills it gets the normal response.
      if (body.leave_blank !== null) return plain ? back() : { status: 'received', success_message: '', gifts: [] }
      try {
        const entered = await enterFunnel(
          ctx,
          { url: params.url, version: body.form_version, source: query.source, answers: rawBody, key: idempotencyKey },
          { request, reply },
        )
        return plain ? back() : entered
      } catch (error) {
        if (!plain || !(error instanceof AppError)) throw error
        return back(error)
      }
    },
  }),
]
