import type { FastifyRequest } from 'fastify'
import type { Ctx, Kernel } from '../context.ts'
import { toLocale, defaultLocale } from '../i18n/locale.ts'
import type { Locale } from '../api-types.ts'

const readRequestedLanguage = (request: FastifyRequest): unknown =>
  (request.query as Record<string, unknown> | undefined)?.language ?? (request.body as Record<string, unknown> | undefined)?.language

/** Language of messages: for staff from their cookie, for customers from the request or their cookie. */
export function requestLanguage(kernel: Kernel, request: FastifyRequest): Locale {
  const admin = request.url.startsWith('/api/admin')
  const cookie = request.cookies?.[admin ? 'admin_language' : 'language']
  if (admin) return toLocale(cookie, defaultLocale)
  return toLocale(readRequestedLanguage(request) ?? cookie ?? undefined, kernel.settings.mainLanguage)
}

/** Creates the context of a request: actor, and language of content. */
export function createCtx(kernel: Kernel, request: FastifyRequest): Ctx {
  const main = kernel.settings.mainLanguage
  const cookie = request.url.startsWith('/api/admin') ? undefined : request.cookies?.language
  return {
    kernel,
    actor: request.actor,
    mainLanguage: main,
    language: toLocale(readRequestedLanguage(request) ?? cookie, main),
    interfaceLanguage: requestLanguage(kernel, request),
    requestId: request.id,
    address: request.ip,
  }
}
