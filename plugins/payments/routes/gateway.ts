import { f, AppError, rateLimit, type Kernel, media, NOT_FOUND, route, getNetwork } from 'stoa'
import type { FastifyReply } from 'fastify'
import { GatewayError, type Notice } from '../services/adapter.ts'
import { queryAttempt } from '../services/query-gateway.ts'
import { isAttemptKey } from '../services/attempts.ts'
import { recordReport, acceptNotice } from '../services/accept-notice.ts'
import { findMethod } from '../services/methods.ts'
import { PAYABLE_DOCUMENTS } from '../services/payable-documents.ts'

/** Largest notification in bytes. The body stays raw, since signatures cover its bytes. */
const LONGEST = 512 * 1024

// Gateways call from other origins and redirect the payer's browser back from there.
const open = { access: 'public', fromAnywhere: true, params: { code: f.text() } } as const

const texts = (record: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]: [string, unknown]) => (typeof value === 'string' ? [[name.toLowerCase(), value]] : [])),
  )

interface Notified {
  kernel: Kernel
  params: { code: string }
  rawBytes: Buffer
  request: { headers: object; query: unknown }
  reply: FastifyReply
}

/** Answers each gateway in the format it expects. */
async function webhook({ kernel, params, rawBytes, request, reply }: Notified): Promise<FastifyReply> {
  const method = await findMethod(kernel, { code: params.code })
  if (!method?.adapter.verify) throw new AppError(NOT_FOUND)
  const notice: Notice = { raw: rawBytes, headers: texts(request.headers), query: texts(request.query ?? {}) }
  const answer = await acceptNotice(kernel, method, notice)
  return reply.code(answer.status).type(answer.type).send(answer.body)
}

const notified = {
  ...open,
  maxRawBytes: LONGEST,
  response: media('text/plain'),
  otherResponses: { 400: media('text/plain') },
  errors: [NOT_FOUND],
  run: webhook,
}

const coming = {
  ...open,
  query: {
    reference: f.text({ default: '', maxLength: 1_000 }),
    key: f.text({ default: '', maxLength: 1_000 }),
    canceled: f.maybe(f.text({ maxLength: 1_000 })),
  },
  response: null,
  status: 303,
} as const

interface Coming {
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
async function comeBack({ kernel, params, query, request, reply }: Coming): Promise<FastifyReply> {
  const { reference } = query
  if (!isAttemptKey(kernel, reference, query.key)) return reply.redirect('/', 303)
  await rateLimit(kernel.db, `payment return ${getNetwork(request.ip)}`, { max: 60, seconds: 60, message: 'core:error.too_frequent' })
  let standing = await queryAttempt(kernel, { reference }, 'return').catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error
    kernel.log.warn({ reference, code: error.code }, 'a payment gateway could not be asked')
    return undefined
  })
  if (query.canceled !== null && (!standing || standing.status === 'processing')) {
    const method = await findMethod(kernel, { code: params.code })
    if (method) await recordReport(kernel, method, [{ kind: 'canceled', reference, txn: reference, reason: 'payer' }])
    if (standing) standing = { ...standing, status: 'canceled' }
  }
  return reply.redirect(getPage(kernel, reference, standing), 303)
}

const ENDINGS: Record<string, 'success' | 'fail' | 'cancel'> = { payment_reject: 'fail', canceled: 'cancel' }

function getPage(
  kernel: Kernel,
  reference: string,
  standing: { status: string; number: string; document_type: string } | undefined,
): string {
  const ending = ENDINGS[standing?.status ?? ''] ?? 'success'
  const number = standing?.number ?? reference.replace(/-\d+$/, '')
  const page = standing && kernel.contributions(PAYABLE_DOCUMENTS).get(standing.document_type)?.page
  return page ? page(ending, number) : `/order/${ending}?order=${encodeURIComponent(number)}`
}

/** Endpoints for gateways and for browsers that return from them. */
export const gatewayRoutes = [
  route({
    ...notified,
    on: 'POST /payment/:code/webhook',
    id: 'payment.webhook',
    summary: 'Accept a signed webhook of a gateway; the response has the format the gateway expects',
  }),
  route({
    ...notified,
    on: 'POST /payment/:code/notify',
    id: 'payment.notify',
    summary: 'The same, under the path some gateways require',
  }),
  route({
    ...coming,
    on: 'GET /payment/:code/return',
    id: 'payment.return',
    summary: 'Return URL of a gateway: redirects the payer to the result page',
    run: comeBack,
  }),
  route({
    ...coming,
    on: 'POST /payment/:code/return',
    id: 'payment.return_posted',
    summary: 'The same, for gateways whose return is a POST',
    maxRawBytes: LONGEST,
    run: comeBack,
  }),
]
