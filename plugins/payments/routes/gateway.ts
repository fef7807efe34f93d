import { f, AppError, rateLimit, type Kernel, media, NOT_FOUND, route, getNetwork } from 'stoa'
import type { FastifyReply } from 'fastify'
import { GatewayError, type WebhookRequest } from '../services/adapter.ts'
import { queryAttempt } from '../services/query-gateway.ts'
import { isAttemptKey } from '../services/attempts.ts'
import { recordReport, acceptWebhook } from '../services/accept-webhook.ts'
import { findMethod } from '../services/methods.ts'
import { PAYABLE_DOCUMENTS } from '../services/payable-documents.ts'

/** Maximum size of a webhook in bytes. The body stays raw, since signatures cover its bytes. */
const MAX_BODY_BYTES = 512 * 1024

// Gateways call from other origins and redirect the payer's browser back from there.
const gatewayAccess = { access: 'public', allowCrossOrigin: true, params: { code: f.text() } } as const

const toStringFields = (record: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]: [string, unknown]) => (typeof value === 'string' ? [[name.toLowerCase(), value]] : [])),
  )

interface WebhookCall {
  kernel: Kernel
  params: { code: string }
  rawBytes: Buffer
  request: { headers: object; query: unknown }
  reply: FastifyReply
}

/** Answers each gateway in the format it expects. */
async function handleWebhook({ kernel, params, rawBytes, request, reply }: WebhookCall): Promise<FastifyReply> {
  const method = await findMethod(kernel, { code: params.code })
  if (!method?.adapter.verifyWebhook) throw new AppError(NOT_FOUND)
  const webhook: WebhookRequest = { raw: rawBytes, headers: toStringFields(request.headers), query: toStringFields(request.query ?? {}) }
  const response = await acceptWebhook(kernel, method, webhook)
  return reply.code(response.status).type(response.type).send(response.body)
}

const webhookRoute = {
  ...gatewayAccess,
  maxRawBytes: MAX_BODY_BYTES,
  response: media('text/plain'),
  otherResponses: { 400: media('text/plain') },
  errors: [NOT_FOUND],
  run: handleWebhook,
}

const returnRoute = {
  ...gatewayAccess,
  query: {
    reference: f.text({ default: '', maxLength: 1_000 }),
    key: f.text({ default: '', maxLength: 1_000 }),
    canceled: f.maybe(f.text({ maxLength: 1_000 })),
  },
  response: null,
  status: 303,
} as const

interface ReturnCall {
  kernel: Kernel
  params: { code: string }
  query: { reference: string; key: string; canceled: string | null }
  request: { ip: string }
  reply: FastifyReply
}

/**
 * The payer returns from a gateway. The query only identifies the payer and is otherwise not trusted: the provider is
 * queried, and its answer decides the page.
 */
async function handleReturn({ kernel, params, query, request, reply }: ReturnCall): Promise<FastifyReply> {
  const { reference } = query
  if (!isAttemptKey(kernel, reference, query.key)) return reply.redirect('/', 303)
  await rateLimit(kernel.db, `payment return ${getNetwork(request.ip)}`, { max: 60, seconds: 60, message: 'core:error.too_frequent' })
  let attemptState = await queryAttempt(kernel, { reference }, 'return').catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error
    kernel.log.warn({ reference, code: error.code }, 'a payment gateway could not be queried')
    return undefined
  })
  if (query.canceled !== null && (!attemptState || attemptState.status === 'processing')) {
    const method = await findMethod(kernel, { code: params.code })
    if (method) await recordReport(kernel, method, [{ kind: 'canceled', reference, txn: reference, reason: 'payer' }])
    if (attemptState) attemptState = { ...attemptState, status: 'canceled' }
  }
  return reply.redirect(getReturnPage(kernel, reference, attemptState), 303)
}

const RETURN_PAGES: Record<string, 'success' | 'fail' | 'cancel'> = { payment_reject: 'fail', canceled: 'cancel' }

function getReturnPage(
  kernel: Kernel,
  reference: string,
  attemptState: { status: string; number: string; document_type: string } | undefined,
): string {
  const ending = RETURN_PAGES[attemptState?.status ?? ''] ?? 'success'
  const number = attemptState?.number ?? reference.replace(/-\d+$/, '')
  const page = attemptState && kernel.contributions(PAYABLE_DOCUMENTS).get(attemptState.document_type)?.getReturnPage
  return page ? page(ending, number) : `/order/${ending}?order=${encodeURIComponent(number)}`
}

/** Endpoints for gateways and for browsers that return from them. */
export const gatewayRoutes = [
  route({
    ...webhookRoute,
    on: 'POST /payment/:code/webhook',
    id: 'payment.webhook',
    summary: 'Receives a signed webhook of a payment gateway; the response has the format the gateway expects',
  }),
  route({
    ...webhookRoute,
    on: 'POST /payment/:code/notify',
    id: 'payment.notify',
    summary: 'The same webhook under an alternative path',
  }),
  route({
    ...returnRoute,
    on: 'GET /payment/:code/return',
    id: 'payment.return',
    summary: 'Redirects the payer who returns from a gateway to the page for the result',
    run: handleReturn,
  }),
  route({
    ...returnRoute,
    on: 'POST /payment/:code/return',
    id: 'payment.return_posted',
    summary: 'The same for gateways that return the browser by POST',
    maxRawBytes: MAX_BODY_BYTES,
    run: handleReturn,
  }),
]
