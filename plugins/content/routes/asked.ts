import type { FastifyRequest } from 'fastify'
import { cookieName, Failed, NOT_FOUND } from '#core'

type Body = Record<string, unknown>

/** Config of a route anybody may call. */
export const open = (tag: string) => ({ config: { access: 'public' as const }, schema: { tags: [tag] } })

/** A text of the body, else of the query; empty when it is none. */
export function asked(request: FastifyRequest, name: string, length = 300): string {
  const value = ((request.body ?? {}) as Body)[name] ?? (request.query as Body)[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, length) : ''
}

/** A whole number of the body or query within limits, else `fallback`. */
export function askedNumber(request: FastifyRequest, name: string, fallback: number, max: number): number {
  const n = Number(asked(request, name) || fallback)
  return Number.isInteger(n) && n >= 1 ? Math.min(n, max) : fallback
}

/** Whether the browser holds a staff session: what the shop's own code could reach then is kept from it. */
export const besideStaff = (request: FastifyRequest): boolean => request.cookies?.[cookieName.admin] !== undefined

/** What was found. @throws Failed NOT_FOUND when nothing was. */
export function there<T>(found: T | undefined): T {
  if (found === undefined) throw new Failed(NOT_FOUND)
  return found
}
