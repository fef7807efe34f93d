import { type Actor, f, AppError, type Kernel, rateLimit, getNetwork, UNAUTHENTICATED } from 'stoa'

/** Public routes. */
export const publicRoute = { access: 'public' } as const

/** Routes for signed-in customers. */
export const customerRoute = { access: 'customer' } as const

/** @throws AppError UNAUTHENTICATED */
export function getCustomerId({ actor }: { actor: Actor }): number {
  if (actor.kind !== 'customer') throw new AppError(UNAUTHENTICATED, undefined, { extra: { error: 'login_required' } })
  return actor.id
}

/** Method override: a POST that updates a row must contain it. */
export const methodOverride = { _method: f.pick(['PUT', 'put'], { says: 'core:rule.method' }) }

interface PublicCall {
  kernel: Kernel
  request: { ip: string }
}

/** Rate limit per minute and network, for routes without other protection. */
export const limitByNetwork =
  (scope: string, max: number) =>
  ({ kernel, request }: PublicCall) =>
    rateLimit(kernel.db, `${scope} ${getNetwork(request.ip)}`, { max, seconds: 60, message: 'core:error.too_frequent' })
