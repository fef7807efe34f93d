import type { FastifyRequest } from 'fastify'
import type { Kernel } from '../context.ts'
import { CROSS_SITE, AppError } from '../http/errors.ts'
import type { SessionKind } from './session-kind.ts'

/** The origins of the store or of the admin. The two may have different origins; then each is cross-site for the other. */
function isOwnOrigin(request: FastifyRequest, kernel: Kernel, kind: SessionKind): readonly (string | undefined)[] {
  const { publicUrl, adminOrigin } = kernel.config
  // Behind a proxy that terminates TLS the request arrives by http. An https shop has https pages in any case.
  const scheme = publicUrl.startsWith('https:') ? 'https' : request.protocol
  const requestOrigin = request.headers.host && getOrigin(`${scheme}://${request.headers.host}`)
  return [requestOrigin, getOrigin(kind === 'admin' ? (adminOrigin ?? publicUrl) : publicUrl)]
}

/** Scheme, host and port of an address; undefined when it has none, such as `null`. */
function getOrigin(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin } = new URL(address)
  return origin === 'null' ? undefined : origin
}

/** Where the browser says a request began: one of our pages, another site, or not stated. */
function comesFrom(request: FastifyRequest, kernel: Kernel, kind: SessionKind): 'ours' | 'elsewhere' | 'unsaid' {
  const { origin, referer } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin') return 'ours'
  // A page with the origin `null` hides its address. The referer counts only when there is no origin header.
  const claimedOrigin = origin ?? referer
  if (claimedOrigin !== undefined) {
    const from = getOrigin(claimedOrigin)
    return from !== undefined && isOwnOrigin(request, kernel, kind).includes(from) ? 'ours' : 'elsewhere'
  }
  return site === undefined || site === 'none' ? 'unsaid' : 'elsewhere'
}

/**
 * Rejects cross-site requests that rely on a cookie, because browsers send cookies with forged requests too (CSRF). API clients
 * send no origin. A followed link may send none either, so GET requests that write must state their origin.
 * @throws AppError CROSS_SITE
 */
export function requireOwnOrigin(request: FastifyRequest, kernel: Kernel, kind: SessionKind): void {
  const from = comesFrom(request, kernel, kind)
  if (from === 'elsewhere' || (from === 'unsaid' && /^(GET|HEAD)$/.test(request.method))) throw new AppError(CROSS_SITE)
}

/**
 * Rejects form posts of other sites, also without a session: a forged sign-in would open the attacker's session in the visitor's
 * browser. Origins in STOA_CORS_ORIGINS are allowed.
 * @throws AppError CROSS_SITE
 */
export function rejectForeignOrigin(request: FastifyRequest, kernel: Kernel, kind: SessionKind): void {
  if (kernel.config.corsOrigins.includes(request.headers.origin ?? '')) return
  if (comesFrom(request, kernel, kind) === 'elsewhere') throw new AppError(CROSS_SITE)
}
