import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  allows,
  checkInput,
  ctxOf,
  f,
  Failed,
  formatMoney,
  FORBIDDEN,
  idempotent,
  invalid,
  type Kernel,
  parseMoney,
  rowId,
  sql,
  text,
  WRONG_STATE,
} from '#core'
import { unpaid } from '../domain/statuses.ts'
import { lockOrder } from '../services/order/head.ts'
import { checkLines } from '../services/order/input.ts'
import { payLink } from '../services/order/pay-link.ts'
import { approveRefund, dropRefund, payOut, type Refunding, refundRow, writeRefund } from '../services/order/refunds.ts'
import { closeReturn } from '../services/order/returns.ts'

type Body = Record<string, unknown>
interface WithId {
  Params: { id: string }
}

const bodyOf = (request: FastifyRequest) => (request.body ?? {}) as Body
const keyOf = (request: FastifyRequest) => request.headers['idempotency-key'] as string | undefined
const guard = (needs: string) => ({ config: { needs }, schema: { tags: ['order'] } })
const minor = (value: unknown): number | undefined => (typeof value === 'string' && value !== '' ? parseMoney(value) : undefined)

const refundLine = {
  order_line_id: f.int({ min: 1 }),
  quantity: f.int({ default: 0, min: 0, max: 9_999 }),
  amount: f.maybe(f.money()),
  cancel: f.int({ default: 0, min: 0, max: 9_999 }),
}

/** Money of an order: taken by hand, asked for by a link, given back. */
export function moneyRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.post<WithId>('/order/:id/refund', guard('refund order'), async (request, reply) => {
    const id = rowId(request.params.id)
    const body = bodyOf(request)
    const lines = await checkLines<{ order_line_id: number; quantity: number; amount: string | null; cancel: number }>(
      refundLine,
      body.lines ?? [],
    )
    const about = await checkInput(
      {
        shipping: f.money({ default: '0.00' }),
        method: f.pick(['original', 'cash'], { default: 'original' }),
        reason: f.text({ maxLength: 500 }),
        return_id: f.maybe(f.int({ min: 1 })),
      },
      body,
    )
    const shipping = minor(about.shipping) ?? 0
    if (shipping < 0 || lines.some((l) => (minor(l.amount) ?? 0) < 0)) throw invalid({ shipping: text('core:rule.check_input') })
    const ctx = ctxOf(kernel, request)
    const returnId = typeof about.return_id === 'number' ? about.return_id : undefined
    const refunding: Refunding = {
      lines: lines.map((l) => ({ order_line_id: l.order_line_id, quantity: l.quantity, amount: minor(l.amount), cancel: l.cancel })),
      shipping,
      method: about.method as 'original' | 'cash',
      reason: String(about.reason),
      return_id: returnId,
    }
    const made = await kernel.work((tx) =>
      idempotent(tx, `refund ${id}`, keyOf(request), body, async () => {
        await lockOrder(tx, id)
        if (returnId !== undefined && !(await tx.one(sql`select 1 from sales_return where id = ${returnId} and order_id = ${id}`)))
          throw invalid({ return_id: text('core:rule.choice') })
        const written = await writeRefund(tx, ctx, id, refunding)
        if (returnId !== undefined) await closeReturn(tx, ctx, id, returnId)
        return written
      }),
    )
    return reply.code(201).send(made)
  })

  app.put<WithId>('/refund/:id', guard('refund order | approve refund'), async (request) => {
    const id = rowId(request.params.id)
    const { status, reason } = await checkInput(
      { status: f.pick(['approved', 'rejected', 'process', 'canceled']), reason: f.text({ default: '', maxLength: 500 }) },
      bodyOf(request),
    )
    const ctx = ctxOf(kernel, request)
    const known = await kernel.db.one<{ order_id: number }>(sql`select order_id from refund where id = ${id}`)
    if (!known) await kernel.resources.get(ctx, 'refund', id)
    await kernel.work(async (tx) => {
      const o = await lockOrder(tx, known?.order_id ?? 0)
      const row = await refundRow(tx, o.id, id)
      if (status === 'approved') {
        if (!allows(ctx.actor, 'approve refund')) throw new Failed(FORBIDDEN, [text('core:error.needs', { needs: 'approve refund' })])
        if (row.requested_by !== null && 'id' in ctx.actor && row.requested_by === ctx.actor.id)
          throw new Failed(WRONG_STATE, { status: [text('sales:error.another_person')] })
        await approveRefund(tx, ctx, o, id)
      } else if (status === 'process') await payOut(tx, ctx, o, id)
      else await dropRefund(tx, ctx, o, id, String(reason))
      tx.touch('refund')
    })
    return kernel.resources.get(ctx, 'refund', id)
  })

  app.post<WithId>('/order/:id/payment', guard('pay order'), async (request) => {
    const id = rowId(request.params.id)
    const body = bodyOf(request)
    const input = await checkInput({ amount: f.maybe(f.money()), reference: f.text({ default: '', maxLength: 100 }) }, body)
    const ctx = ctxOf(kernel, request)
    await kernel.work((tx) =>
      idempotent(tx, `payment ${id}`, keyOf(request), body, async () => {
        const o = await lockOrder(tx, id)
        if (!unpaid.includes(o.status)) throw new Failed(WRONG_STATE)
        const amount = minor(input.amount)
        // Part payments would leave an order neither paid nor unpaid.
        if (amount !== undefined && amount !== o.total - o.paid)
          throw invalid({ amount: text('sales:error.exact_amount', { amount: formatMoney(o.total - o.paid) }) })
        await kernel.resources.moveIn(tx, ctx, 'order', id, 'pay', { reference: input.reference })
        return { id }
      }),
    )
    return kernel.resources.get(ctx, 'order', id)
  })

  app.post<WithId>('/order/:id/pay_link', guard('pay order'), async (request, reply) => {
    const id = rowId(request.params.id)
    const input = await checkInput({ expires_at: f.maybe(f.instant()), send: f.flag({ default: false }) }, bodyOf(request))
    const link = await payLink(ctxOf(kernel, request), id, {
      expires: typeof input.expires_at === 'string' ? input.expires_at : undefined,
      send: input.send === true,
    })
    return reply.code(201).send(link)
  })
}
