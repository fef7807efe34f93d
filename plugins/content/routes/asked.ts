import type { FastifyRequest } from 'fastify'
import { getSessionCookieName, f, AppError, NOT_FOUND } from 'stoa'

/** The last part of an address in the shop; one that is too long for any leads nowhere, and is no mistake to tell of. */
export const url = f.text({ default: '', maxLength: 2_000 })

/** A word that lets somebody see what is not shown yet. */
export const preview = f.text({ maxLength: 2_000, default: '' })

/** Whether the browser holds a staff session: what the shop's own code could reach then is kept from it. */
export const besideStaff = (request: FastifyRequest): boolean =>
  request.cookies?.[getSessionCookieName(request.server.kernel, 'admin')] !== undefined

/** What was found. @throws Failed NOT_FOUND when nothing was. */
export function there<T>(found: T | undefined): T {
  if (found === undefined) throw new AppError(NOT_FOUND)
  return found
}
