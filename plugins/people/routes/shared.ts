import { type Actor, f, Failed, UNAUTHENTICATED } from '#core'

/** For everybody. */
export const open = { access: 'public' } as const

/** For who is signed in. */
export const mine = { access: 'customer' } as const

/** @throws Failed UNAUTHENTICATED */
export function customerOf({ actor }: { actor: Actor }): number {
  if (actor.kind !== 'customer') throw new Failed(UNAUTHENTICATED, undefined, { extra: { error: 'login_required' } })
  return actor.id
}

/** A POST that changes a row must say so. */
export const override = { _method: f.pick(['PUT', 'put'], { says: 'core:rule.method' }) }
