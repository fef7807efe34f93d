import { type Actor, f, AppError, type Kernel, rateLimit, getNetwork, UNAUTHENTICATED } from 'stoa'

/** For everybody. */
export const open = { access: 'public' } as const

/** For who is signed in. */
export const mine = { access: 'customer' } as const

/** @throws Failed UNAUTHENTICATED */
export function getCustomerId({ actor }: { actor: Actor }): number {
  if (actor.kind !== 'customer') throw new AppError(UNAUTHENTICATED, undefined, { extra: { error: 'login_required' } })
  return actor.id
}

/** A POST that changes a row must say so. */
export const override = { _method: f.pick(['PUT', 'put'], { says: 'core:rule.method' }) }

interface Asking {
  kernel: Kernel
  request: { ip: string }
}

/** So many calls a minute from one network, for what is guarded by nothing else. */
export const limit =
  (what: string, max: number) =>
  ({ kernel, request }: Asking) =>
    rateLimit(kernel.db, `${what} ${getNetwork(request.ip)}`, { max, seconds: 60, message: 'core:error.too_frequent' })
