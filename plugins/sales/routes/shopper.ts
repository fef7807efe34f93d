import type { FastifyRequest } from 'fastify'
import { rateLimit, type Kernel, getNetwork } from 'stoa'
import { SHOPPER_PARTS, shapeWith } from '../services/order/parts.ts'
import { May, OrderView, SoldLine } from '../api-types.ts'

/** Rate limit per minute and network: high enough for people, too low for guessing or flooding. */
export const limitPerNetwork =
  (action: string, max = 10) =>
  ({ kernel, request }: { kernel: Kernel; request: FastifyRequest }) =>
    rateLimit(kernel.db, `order-${action} ${getNetwork(request.ip)}`, { max, seconds: 60, message: 'core:error.too_frequent' })

/** Schema of an order for its shopper, with the parts of other plugins. */
export const shopperShape = (kernel: Kernel) => shapeWith(kernel, SHOPPER_PARTS, OrderView, SoldLine, May)
