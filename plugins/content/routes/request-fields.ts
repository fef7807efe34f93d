import type { FastifyRequest } from 'fastify'
import { getSessionCookieName, f, AppError, NOT_FOUND } from 'stoa'

/** A slug in a request. A slug that is too long matches no row and is not a validation error. */
export const url = f.text({ default: '', maxLength: 2_000 })

/** Preview token that shows unpublished content. */
export const preview = f.text({ maxLength: 2_000, default: '' })

/** Whether the request has a staff session. Custom scripts of the shop are then left out, since they could use the session. */
export const besideStaff = (request: FastifyRequest): boolean =>
  request.cookies?.[getSessionCookieName(request.server.kernel, 'admin')] !== undefined

/** Returns its argument. @throws AppError NOT_FOUND when it is undefined */
export function there<T>(found: T | undefined): T {
  if (found === undefined) throw new AppError(NOT_FOUND)
  return found
}
