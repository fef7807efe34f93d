import type { FastifyRequest } from 'fastify'
import { Failed, invalid, text, UNAUTHENTICATED } from '#core'

export type Body = Record<string, unknown>

/** Routes for everybody. */
export const open = { config: { access: 'public' as const }, schema: { tags: ['customer'] } }

/** Routes for who is signed in. */
export const mine = { config: { access: 'customer' as const }, schema: { tags: ['customer'] } }

/** Body of a request; of a call whose body was taken off on the way, its query. */
export const bodyOf = (request: FastifyRequest): Body => ({ ...(request.query as Body), ...((request.body ?? {}) as Body) })

/** @throws Failed UNAUTHENTICATED */
export function customerOf({ actor }: FastifyRequest): number {
  if (actor.kind !== 'customer') throw new Failed(UNAUTHENTICATED, undefined, { extra: { error: 'login_required' } })
  return actor.id
}

/** A POST that changes a row must say so. @throws Failed INVALID */
export function requireOverride(request: FastifyRequest): void {
  const method = (request.body as Body)._method
  if (typeof method !== 'string' || method.toUpperCase() !== 'PUT') throw invalid({ _method: text('core:rule.method') })
}
