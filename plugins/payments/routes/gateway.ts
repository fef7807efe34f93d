import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failed, hit, type Kernel, NOT_FOUND } from '#core'
import { GatewayError, type Notice } from '../services/adapter.ts'
import { ask } from '../services/asking.ts'
import { isAttemptKey } from '../services/attempts.ts'
import { recordAnswer, takeNotice } from '../services/intake.ts'
import { methodOf } from '../services/methods.ts'
import { PAYABLES } from '../services/payables.ts'

// Gateways call from their own sites, and send the payer's browser back from them.
const open = { config: { access: 'public' as const, fromAnywhere: true }, schema: { tags: ['payment'] } }

/** Longest notice that is read, in bytes. */
const LONGEST = 512 * 1024

const texts = (record: object) =>
  Object.fromEntries(
    Object.entries(record as Record<string, unknown>).flatMap(([k, v]) => (typeof v === 'string' ? [[k.toLowerCase(), v]] : [])),
  )

/** What gateways and the browsers they send back call. Bodies stay the bytes they were: signatures cover those. */
export async function gatewayRoutes(parent: FastifyInstance, kernel: Kernel): Promise<void> {
  await parent.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LONGEST }, (_request, body, done) => done(null, { raw: body }))

    const webhook = async (request: FastifyRequest<{ Params: { code: string } }>, reply: FastifyReply) => {
      const method = await methodOf(kernel, { code: request.params.code })
      if (!method?.adapter.verify) throw new Failed(NOT_FOUND)
      const answer = await takeNotice(kernel, method, noticeOf(request))
      return reply.code(answer.status).type(answer.type).send(answer.body)
    }
    app.post('/payment/:code/webhook', open, webhook)
    app.post('/payment/:code/notify', open, webhook)

    const back = (request: FastifyRequest<{ Params: { code: string } }>, reply: FastifyReply) => comeBack(kernel, request, reply)
    app.get('/payment/:code/return', open, back)
    app.post('/payment/:code/return', open, back)
  })
}

function noticeOf(request: FastifyRequest): Notice {
  const raw = (request.body as { raw?: unknown } | undefined)?.raw
  return { raw: Buffer.isBuffer(raw) ? raw : Buffer.alloc(0), headers: texts(request.headers), query: texts(request.query as object) }
}

/**
 * The payer comes back from a gateway. What the address says is not believed, beyond who comes: the provider is asked,
 * and the answer decides which page is shown.
 */
async function comeBack(kernel: Kernel, request: FastifyRequest<{ Params: { code: string } }>, reply: FastifyReply): Promise<FastifyReply> {
  const query = request.query as { reference?: string; key?: string; canceled?: string }
  const reference = String(query.reference ?? '').slice(0, 100)
  if (!isAttemptKey(kernel, reference, String(query.key ?? ''))) return reply.redirect('/', 303)
  await hit(kernel.db, `payment return ${request.ip}`, { max: 60, seconds: 60, message: 'core:error.too_frequent' })
  let standing = await ask(kernel, { reference }, 'return').catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error
    kernel.log.warn({ reference, code: error.code }, 'a payment gateway could not be asked')
    return undefined
  })
  if (query.canceled !== undefined && (!standing || standing.status === 'processing')) {
    const method = await methodOf(kernel, { code: request.params.code })
    if (method) await recordAnswer(kernel, method, [{ kind: 'canceled', reference, txn: reference, reason: 'payer' }])
    if (standing) standing = { ...standing, status: 'canceled' }
  }
  return reply.redirect(pageOf(kernel, reference, standing), 303)
}

const ENDINGS: Record<string, 'success' | 'fail' | 'cancel'> = { payment_reject: 'fail', canceled: 'cancel' }

function pageOf(
  kernel: Kernel,
  reference: string,
  standing: { status: string; number: string; document_type: string } | undefined,
): string {
  const ending = ENDINGS[standing?.status ?? ''] ?? 'success'
  const number = standing?.number ?? reference.replace(/-\d+$/, '')
  const page = standing && kernel.offers(PAYABLES).get(standing.document_type)?.page
  return page ? page(ending, number) : `/order/${ending}?order=${encodeURIComponent(number)}`
}
