import type { FastifyRequest } from 'fastify'
import type { Kernel } from '../context.ts'
import { CROSS_SITE, AppError } from '../http/errors.ts'
import type { SessionKind } from './session-kind.ts'

/** The shop and the admin may be reached under names of their own; pages of one are strangers to the other. */
function isOwnOrigin(request: FastifyRequest, kernel: Kernel, kind: SessionKind): readonly (string | undefined)[] {
  const { publicUrl, adminOrigin } = kernel.config
  // A proxy that does TLS speaks http to us: an https shop has https pages, whatever the last stretch was.
  const scheme = publicUrl.startsWith('https:') ? 'https' : request.protocol
  const own = request.headers.host && getOrigin(`${scheme}://${request.headers.host}`)
  return [own, getOrigin(kind === 'admin' ? (adminOrigin ?? publicUrl) : publicUrl)]
}

/** Scheme, host and port of an address; undefined for what has none, such as `null`. */
function getOrigin(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin } = new URL(address)
  return origin === 'null' ? undefined : origin
}

/** What a browser tells of where a request began: our own page, somebody else's, or nothing at all. */
function comesFrom(request: FastifyRequest, kernel: Kernel, kind: SessionKind): 'ours' | 'elsewhere' | 'unsaid' {
  const { origin, referer } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin') return 'ours'
  // Without an origin a page hides where it stands, as `null` does; only the address may then speak for it.
  const told = origin ?? referer
  if (told !== undefined) {
    const from = getOrigin(told)
    return from !== undefined && isOwnOrigin(request, kernel, kind).includes(from) ? 'ours' : 'elsewhere'
  }
  return site === undefined || site === 'none' ? 'unsaid' : 'elsewhere'
}

/**
 * A cookie travels with forged requests too: whoever relies on one must come from our own pages. Programs say nothing of
 * where they come from; a page that is only followed to may say nothing either, so what writes by GET must be told.
 * @throws Failed CROSS_SITE
 */
export function requireOwnOrigin(request: FastifyRequest, kernel: Kernel, kind: SessionKind): void {
  const from = comesFrom(request, kernel, kind)
  if (from === 'elsewhere' || (from === 'unsaid' && /^(GET|HEAD)$/.test(request.method))) throw new AppError(CROSS_SITE)
}

/**
 * Pages of others may send no form to us, not even without a session: it could open one of theirs in somebody's browser.
 * Those of STOA_CORS_ORIGINS may.
 * @throws Failed CROSS_SITE
 */
export function rejectForeignOrigin(request: FastifyRequest, kernel: Kernel, kind: SessionKind): void {
  if (kernel.config.corsOrigins.includes(request.headers.origin ?? '')) return
  if (comesFrom(request, kernel, kind) === 'elsewhere') throw new AppError(CROSS_SITE)
}
