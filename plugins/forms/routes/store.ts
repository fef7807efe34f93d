import { f, AppError, NOT_FOUND, rateLimit, route, getNetwork, t, TOO_MANY, UNAUTHENTICATED } from 'stoa'
import { CHANGED, CLOSED, FULL, NEEDS_ACCOUNT, SUBMITTED } from '../errors.ts'
import { ownSubmissions } from '../services/own-submissions.ts'
import { follow, isPlain, pageAddress, readProblems } from '../services/submit-without-javascript.ts'
import { loadPublishedForm, requireWelcome, viewForm } from '../services/read.ts'
import { hasSubmitted, submit } from '../services/submit.ts'
import { bringFile, limitUploads } from '../services/uploads.ts'
import { UploadedFormFile, FormView, OwnSubmissions, Received } from '../api-types.ts'

const url = f.text({ maxLength: 300 })

const page = (address: string) => `/form/${encodeURIComponent(address)}`

/** Public routes of forms. */
export const storeRoutes = [
  route({
    on: 'GET /form/:url',
    id: 'form.view',
    summary: 'A form with its questions, and whether it still accepts answers',
    access: 'public',
    params: { url },
    query: { problems: f.text({ default: '', maxLength: 8_000 }) },
    response: FormView,
    errors: [NOT_FOUND, NEEDS_ACCOUNT],
    run: async ({ ctx, params, query }) => {
      const problems = readProblems(ctx, page(params.url), query.problems)
      return { ...(await viewForm(ctx, { url: params.url })), ...(problems ? { problems } : {}) }
    },
  }),
  route({
    on: 'GET /form/info/:id',
    id: 'form.info',
    summary: 'Whether the caller may fill in a form now, with the reason if not',
    access: 'public',
    response: t.object({}),
    errors: [NOT_FOUND, NEEDS_ACCOUNT, CLOSED, FULL, SUBMITTED],
    run: async ({ ctx, params, request }) => {
      const form = await loadPublishedForm(ctx, { id: params.id })
      requireWelcome(ctx, form)
      if (form.standing !== 'open') throw new AppError(form.standing === 'full' ? FULL : CLOSED)
      if (form.limit_submit && (await hasSubmitted(ctx, form.id, request))) throw new AppError(SUBMITTED)
      return {}
    },
  }),
  route({
    on: 'POST /form/:url',
    id: 'form.submit',
    summary: 'Submit a form, with answers by field key',
    description:
      'Files are uploaded first with `POST /api/form/{url}/upload`, and submitted by their tokens. A form posted without scripts is redirected to the page of the form.',
    access: 'public',
    idempotent: true,
    params: { url },
    body: { form_version: f.maybe(f.int({ min: 0, max: 1_000_000_000 })), leave_blank: f.maybe(f.text({ maxLength: 1_000 })) },
    response: Received,
    status: 201,
    otherResponses: { 303: null },
    errors: [NOT_FOUND, NEEDS_ACCOUNT, CLOSED, FULL, SUBMITTED, CHANGED, TOO_MANY],
    admit: ({ kernel, request }) =>
      rateLimit(kernel.db, `form ${getNetwork(request.ip)}`, { max: 20, seconds: 60, message: 'core:error.too_frequent' }),
    run: async ({ ctx, params, body, rawBody, idempotencyKey, request, reply }) => {
      const plain = isPlain(request)
      // Honeypot field: hidden from people. A bot that fills it gets the normal response.
      if (body.leave_blank !== null)
        return plain ? follow(reply, pageAddress(ctx, page(params.url))) : { status: 'received', success_message: '', gifts: [] }
      try {
        const received = await submit(
          ctx,
          { form: { url: params.url }, version: body.form_version, input: rawBody, key: idempotencyKey },
          { request, reply },
        )
        return plain ? follow(reply, pageAddress(ctx, page(params.url))) : received
      } catch (error) {
        if (!plain || !(error instanceof AppError)) throw error
        return follow(reply, pageAddress(ctx, page(params.url), error))
      }
    },
  }),
  route({
    on: 'POST /form/:url/upload',
    id: 'form.upload',
    summary: 'Upload a file for a field of a form that is not submitted yet',
    access: 'public',
    params: { url },
    body: { key: f.text({ maxLength: 60 }) },
    fileFields: ['file'],
    maxFiles: 1,
    response: UploadedFormFile,
    status: 201,
    errors: [NOT_FOUND, NEEDS_ACCOUNT, TOO_MANY],
    admit: limitUploads,
    run: ({ ctx, params, body, request }) => bringFile(ctx, params.url, body.key, request),
  }),
  route({
    on: 'GET /submit_histories',
    id: 'form.own',
    summary: 'Form submissions of the signed-in customer, newest first',
    access: 'customer',
    query: { before: f.maybe(f.int({ min: 1, max: Number.MAX_SAFE_INTEGER })) },
    response: OwnSubmissions,
    errors: [UNAUTHENTICATED],
    run: ({ ctx, query }) => ownSubmissions(ctx, query.before),
  }),
]
