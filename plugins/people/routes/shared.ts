import { type Actor, f, AppError, type Kernel, rateLimit, getNetwork, UNAUTHENTICATED } from 'stoa'

/** Public routes. */
export const open = { access: 'public' } as const

/** Routes for signed-in customers. */
export const mine = { access: 'customer' } as const

/** @throws AppError UNAUTHENTICATED */
export function getCustomerId({ actor }: { actor: Actor }): number {
  if (actor.kind !== 'customer') throw new AppError(UNAUTHENTICATED, undefined, { extra: { error: 'login_required' } })
  return actor.id
}

/** Method override: a POST that updates a row must contain it. */
export const override = { _method: f.pick(['PUT', 'put'], { says: 'core:rule.method' }) }

interface Asking {
  kernel: Kernel
  request: { ip: string }
}

/** Rate limit per minute and network, for routes without other protection. */
export const limit =
  (scope: string, max: number) =>
  ({ kernel, request }: Asking) =>
    rateLimit(kernel.db, `${scope} ${getNetwork(request.ip)}`, { max, seconds: 60, message: 'core:error.too_frequent' })
