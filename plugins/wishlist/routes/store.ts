import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkInput, ctxOf, f, Failed, invalid, type Kernel, text, UNAUTHENTICATED } from '#core'
import { drop, keep, readWishlist } from '../services/wishlist.ts'

type Body = Record<string, unknown>
const mine = { config: { access: 'customer' as const }, schema: { tags: ['wishlist'] } }

const kept = { product_id: f.int({ min: 1 }), stock_id: f.maybe(f.int({ min: 1 })), note: f.text({ default: '', maxLength: 255 }) }
const dropped = { product_id: f.int({ min: 1 }) }

/** `GET`, `POST` and `DELETE /api/wishlist`; each answers the list. `product_ids` joins a list kept in a browser. */
export function wishlistRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.get('/wishlist', mine, (request) => readWishlist(ctxOf(kernel, request), customerOf(request)))

  app.post('/wishlist', mine, async (request, reply) => {
    const customer = customerOf(request)
    const { language: _, product_ids, ...body } = (request.body ?? {}) as Body
    if (product_ids === undefined) {
      const input = await checkInput(kept, body, request.typed)
      const wish = {
        productIds: [Number(input.product_id)],
        stockId: input.stock_id ? Number(input.stock_id) : null,
        note: String(input.note ?? ''),
      }
      await kernel.work((tx) => keep(tx, customer, wish))
      return reply.code(201).send(await readWishlist(ctxOf(kernel, request), customer))
    }
    const ids = idsOf(product_ids)
    // Of a list kept in a browser some may be gone by now: the others are taken over, each for itself.
    await kernel.work(async (tx) => {
      for (const id of ids) {
        await tx
          .savepoint(() => keep(tx, customer, { productIds: [id], stockId: null, note: '' }))
          .catch((error: unknown) => {
            if (!(error instanceof Failed)) throw error
          })
      }
    })
    return reply.code(201).send(await readWishlist(ctxOf(kernel, request), customer))
  })

  app.delete('/wishlist', mine, async (request) => {
    const customer = customerOf(request)
    // Some clients take the body off a DELETE, so the query serves as well.
    const { language: _, ...given } = { ...(request.query as Body), ...((request.body ?? {}) as Body) }
    const { product_id } = await checkInput(dropped, given, true)
    await kernel.work((tx) => drop(tx, customer, Number(product_id)))
    return readWishlist(ctxOf(kernel, request), customer)
  })
}

function customerOf({ actor }: FastifyRequest): number {
  if (actor.kind !== 'customer') throw new Failed(UNAUTHENTICATED)
  return actor.id
}

function idsOf(value: unknown): number[] {
  const fits = Array.isArray(value) && value.length <= 200 && value.every((id) => Number.isSafeInteger(id) && Number(id) >= 1)
  if (!fits) throw invalid({ product_ids: text('core:rule.check_input') })
  return [...new Set(value as number[])].toReversed()
}
