import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkInput, ctxOf, f, Failed, invalid, type Kernel, NOT_FOUND, parseMoney, record as audit, rowId, sql, text } from '#core'
import { GATEWAY_FAILED } from '../errors.ts'
import { GatewayError } from '../services/adapter.ts'
import { ask } from '../services/asking.ts'
import { settleHeld } from '../services/held.ts'
import { lacking, methodOf } from '../services/methods.ts'
import { PAYMENTS } from '../services/payments.ts'
import { PROVIDERS } from '../services/providers.ts'
import { refundSent } from '../services/refunds.ts'
import { approve, reject } from '../services/review.ts'

type Body = Record<string, unknown>
interface WithId {
  Params: { id: string }
}
const tags = { tags: ['payment'] }
const needs = (permission: string) => ({ config: { needs: permission }, schema: tags })

/** What staff do with attempts, refunds and methods, beside lists and forms. */
export function staffRoutes(app: FastifyInstance, kernel: Kernel): void {
  const ctx = (request: FastifyRequest) => ctxOf(kernel, request)
  const bodyOf = (request: FastifyRequest) => (request.body ?? {}) as Body

  app.get('/payment_method/providers', needs('get payment method'), async () => ({
    data: [...kernel.offers(PROVIDERS)]
      .filter(([name]) => name !== 'free')
      .map(([name, a]) => ({ name, flow: a.flow, webhook: a.verify !== undefined })),
  }))

  app.post<WithId>('/payment_method/:id/test', needs('update payment method'), async (request) => {
    const method = await methodOf(kernel, { id: rowId(request.params.id) })
    if (!method) throw new Failed(NOT_FOUND)
    const missing = lacking(kernel, method.account.provider, method.account.config)
    if (missing.length > 0) throw invalid(Object.fromEntries(missing.map((name) => [name, text('core:rule.required')])))
    try {
      await method.adapter.probe?.(method.account)
      return { ok: true, asked: method.adapter.probe !== undefined, message: '' }
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      return { ok: false, asked: true, message: error.message }
    }
  })

  app.get<{ Querystring: { document_type?: string; document_id?: string } }>('/payment/attempts', needs('get payment'), async (request) => {
    const { document_type = '', document_id = '' } = request.query
    if (!/^\d{1,15}$/.test(document_id)) throw invalid({ document_id: text('core:rule.check_input') })
    return { data: await kernel.get(PAYMENTS).attempts(ctx(request), { type: document_type, id: Number(document_id) }) }
  })

  app.post<WithId>('/payment/:id/query', needs('query payment'), async (request) => {
    try {
      const standing = await ask(kernel, { id: rowId(request.params.id) }, 'staff')
      if (!standing) throw new Failed(NOT_FOUND)
      return { status: standing.status }
    } catch (error) {
      if (error instanceof GatewayError) throw new Failed(GATEWAY_FAILED, [error.message])
      throw error
    }
  })

  app.post<WithId>('/payment/:id/approve', needs('approve payment'), async (request) => {
    const id = rowId(request.params.id)
    const input = await checkInput(
      { reference: f.text({ default: '', maxLength: 100 }), note: f.text({ default: '', maxLength: 500 }) },
      bodyOf(request),
      request.typed,
    )
    return acted(request, id, 'approve', (tx) => approve(tx, ctx(request), id, input))
  })

  app.post<WithId>('/payment/:id/reject', needs('approve payment'), async (request) => {
    const id = rowId(request.params.id)
    const input = (await checkInput({ reason: f.text({ maxLength: 500 }) }, bodyOf(request), request.typed)) as { reason: string }
    return acted(request, id, 'reject', (tx) => reject(tx, ctx(request), id, input))
  })

  for (const [verb, how] of [
    ['capture', 'take'],
    ['void', 'release'],
  ] as const)
    app.post<WithId>(`/payment/:id/${verb}`, needs(`${verb} payment`), async (request) => {
      const id = rowId(request.params.id)
      await settleHeld(ctx(request), id, how)
      return acted(request, id, verb, async () => undefined)
    })

  app.post<WithId>('/payment/:id/refund', needs('refund payment'), async (request) => {
    const id = rowId(request.params.id)
    const input = (await checkInput(
      {
        amount: f.money(),
        reason: f.text({ maxLength: 500 }),
        key: f.text({ default: '', maxLength: 80 }),
        at_once: f.flag({ default: false }),
      },
      bodyOf(request),
      request.typed,
    )) as { amount: string; reason: string; key: string; at_once: boolean }
    const document = await kernel.db.one<{ type: string; id: number }>(
      sql`select document_type as type, document_id as id from payment where id = ${id}`,
    )
    if (!document) throw new Failed(NOT_FOUND)
    const key = input.key || `staff-${request.id}`
    return acted(request, id, 'refund', (tx) =>
      kernel.get(PAYMENTS).giveBack(tx, ctx(request), document, {
        key,
        amount: parseMoney(input.amount),
        reason: input.reason,
        at_once: input.at_once,
        directly: true,
      }),
    )
  })

  app.post<WithId>('/payment/refund/:id/sent', needs('refund payment'), async (request) => {
    const id = rowId(request.params.id)
    await kernel.work((tx) => refundSent(tx, ctx(request), id))
    return { id }
  })

  async function acted(
    request: FastifyRequest,
    id: number,
    verb: string,
    run: (tx: Parameters<Parameters<Kernel['work']>[0]>[0]) => Promise<unknown>,
  ) {
    return kernel.work(async (tx) => {
      await run(tx)
      await audit(tx, ctx(request), { resource: 'payment', rowId: id, verb, changes: [] })
      const now = await tx.one<{ status: string }>(sql`select status from payment where id = ${id}`)
      return { id, status: now?.status ?? '' }
    })
  }
}
