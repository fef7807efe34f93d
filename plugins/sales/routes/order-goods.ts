import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkInput, ctxOf, f, idempotent, invalid, type Kernel, rowId, sql, text } from '#core'
import { SHIPPING } from '../../shipping/index.ts'
import { shipmentStatuses } from '../domain/statuses.ts'
import { checkLines } from '../services/order/input.ts'
import { type Counted, moveReturn, receiveReturn, type Returning, writeReturn } from '../services/order/returns.ts'
import { markReady, moveShipment, packShipment } from '../services/order/shipments.ts'

type Body = Record<string, unknown>
interface WithId {
  Params: { id: string }
}

const bodyOf = (request: FastifyRequest) => (request.body ?? {}) as Body
const keyOf = (request: FastifyRequest) => request.headers['idempotency-key'] as string | undefined
const guard = (needs: string) => ({ config: { needs }, schema: { tags: ['order'] } })

const units = { order_line_id: f.int({ min: 1 }), quantity: f.int({ min: 1, max: 9_999 }) }
const parcel = {
  carrier_id: f.maybe(f.int({ min: 1 })),
  carrier_name: f.text({ default: '', maxLength: 100 }),
  tracking_number: f.text({ default: '', maxLength: 100 }),
  tracking_url: f.maybe(f.url()),
  collect: f.flag({ default: false }),
  note: f.text({ default: '', maxLength: 500 }),
}

interface Parcel {
  carrier_id: number | null
  carrier_name: string
  tracking_number: string
  tracking_url: string | null
  collect: boolean
  note: string
}

/** Carrier and link as they are kept: of a known carrier both are looked up. @throws Failed INVALID */
async function parcelOf(kernel: Kernel, body: Body) {
  const p = (await checkInput(parcel, body)) as unknown as Parcel
  const carrier =
    p.carrier_id === null ? undefined : await kernel.db.one<{ name: string }>(sql`select name from carrier where id = ${p.carrier_id}`)
  if (p.carrier_id !== null && !carrier) throw invalid({ carrier_id: text('core:rule.choice') })
  const followed =
    p.carrier_id !== null && p.tracking_number !== ''
      ? await kernel.get(SHIPPING).trackingUrl(kernel.db, p.carrier_id, p.tracking_number)
      : ''
  return { ...p, carrier_name: carrier?.name ?? p.carrier_name, tracking_url: p.tracking_url ?? followed }
}

/** Parcels and returns of an order. */
export function goodsRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.post<WithId>('/order/:id/shipment', guard('ship order'), async (request, reply) => {
    const id = rowId(request.params.id)
    const body = bodyOf(request)
    const lines = await checkLines<{ order_line_id: number; quantity: number }>(units, body.lines)
    const { status } = await checkInput({ status: f.pick(['draft', 'processing', 'shipped', 'received'], { default: 'draft' }) }, body)
    const packing = { ...(await parcelOf(kernel, body)), lines }
    const ctx = ctxOf(kernel, request)
    const made = await kernel.work((tx) =>
      idempotent(tx, `shipment ${id}`, keyOf(request), body, async () => {
        const packed = await packShipment(tx, ctx, id, packing)
        if (status !== 'draft') await moveShipment(tx, ctx, id, packed.id, String(status))
        return packed
      }),
    )
    return reply.code(201).send(await kernel.resources.get(ctx, 'shipment', made.id))
  })

  app.put<WithId>('/shipment/:id', guard('ship order'), async (request) => {
    const id = rowId(request.params.id)
    const body = bodyOf(request)
    const asked = await checkInput(
      { status: f.maybe(f.pick(shipmentStatuses)), ready: f.flag({ default: false }), reason: f.text({ default: '', maxLength: 500 }) },
      body,
    )
    const about = ['carrier_id', 'carrier_name', 'tracking_number', 'tracking_url', 'note'].some((name) => name in body)
      ? await parcelOf(kernel, body)
      : undefined
    const ctx = ctxOf(kernel, request)
    const known = await kernel.db.one<{ order_id: number }>(sql`select order_id from shipment where id = ${id}`)
    if (!known) await kernel.resources.get(ctx, 'shipment', id)
    const orderId = known?.order_id ?? 0
    await kernel.work(async (tx) => {
      await tx.run(sql`select 1 from sales_order where id = ${orderId} for update`)
      if (about)
        await tx.run(sql`update shipment set carrier_id = ${about.carrier_id}, carrier_name = ${about.carrier_name}, tracking_number = ${about.tracking_number},
          tracking_url = ${about.tracking_url}, note = ${about.note}, updated_at = now() where id = ${id}`)
      if (asked.ready) await markReady(tx, orderId, id)
      if (typeof asked.status === 'string') await moveShipment(tx, ctx, orderId, id, asked.status, String(asked.reason))
      tx.touch('shipment')
    })
    return kernel.resources.get(ctx, 'shipment', id)
  })

  app.post<WithId>('/order/:id/return', guard('return order'), async (request, reply) => {
    const id = rowId(request.params.id)
    const body = bodyOf(request)
    const lines = await checkLines<Returning['lines'][number]>({ ...units, reason: f.text({ default: '', maxLength: 200 }) }, body.lines)
    const about = await checkInput(
      {
        kind: f.pick(['return', 'exchange', 'refund_only'], { default: 'return' }),
        reason_code: f.text({ default: '', maxLength: 100 }),
        note: f.text({ default: '', maxLength: 1_000 }),
      },
      body,
    )
    const ctx = ctxOf(kernel, request)
    const returning = { ...about, requested_by: 'staff', lines } as unknown as Returning
    const made = await kernel.work((tx) => idempotent(tx, `return ${id}`, keyOf(request), body, () => writeReturn(tx, ctx, id, returning)))
    return reply.code(201).send(made)
  })

  app.put<WithId>('/return/:id', guard('return order'), async (request) => {
    const id = rowId(request.params.id)
    const body = bodyOf(request)
    const ctx = ctxOf(kernel, request)
    const { status, reason } = await checkInput(
      { status: f.maybe(f.pick(['approved', 'rejected', 'completed', 'canceled'])), reason: f.text({ default: '', maxLength: 500 }) },
      body,
    )
    const counted =
      body.lines === undefined
        ? undefined
        : await checkLines<Counted>(
            { order_line_id: f.int({ min: 1 }), received: f.int({ min: 0, max: 9_999 }), resaleable: f.int({ min: 0, max: 9_999 }) },
            body.lines,
          )
    if (!counted && status === null) throw invalid({ status: text('core:rule.required') })
    const known = await kernel.db.one<{ order_id: number }>(sql`select order_id from sales_return where id = ${id}`)
    if (!known) await kernel.resources.get(ctx, 'return', id)
    const orderId = known?.order_id ?? 0
    await kernel.work((tx) =>
      idempotent(tx, `return-move ${id}`, keyOf(request), body, async () => {
        if (counted) await receiveReturn(tx, ctx, orderId, id, counted)
        if (typeof status === 'string') await moveReturn(tx, ctx, orderId, id, status, String(reason))
        return { id }
      }),
    )
    return kernel.resources.get(ctx, 'return', id)
  })
}
