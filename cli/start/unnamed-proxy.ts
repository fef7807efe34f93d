import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import ipaddr from 'ipaddr.js'
import type { Kernel } from '../../core/context.ts'
import { sql } from '../../core/db/sql.ts'
import { step } from '../../core/http/kernel.ts'

const PREFIX = 'unnamed-proxy '
/** Maximum number of proxies recorded per process, and milliseconds between two records of the same one. */
const MOST = 20
const PAUSE = 600_000

/**
 * A peer that sends X-Forwarded-For without being trusted. Anybody on the internet can send that header; from this machine or a
 * private network only a proxy does.
 */
function unnamedProxy(request: FastifyRequest, believed: Set<string>): string | undefined {
  const peer = request.socket.remoteAddress ?? ''
  if (request.headers['x-forwarded-for'] === undefined || believed.has(peer)) return undefined
  if (request.ip !== peer) {
    // A trusted peer stays trusted; a shop has only a few proxies.
    if (believed.size < MOST) believed.add(peer)
    return undefined
  }
  if (!ipaddr.isValid(peer)) return undefined
  const ip = ipaddr.process(peer)
  return ['loopback', 'private', 'linkLocal', 'uniqueLocal'].includes(ip.range()) ? ip.toString() : undefined
}

/** Records for a day the proxies missing in `STOA_TRUST_PROXY`: all their clients share one address for rate limits. */
export const noteProxies = fp(
  async (app) => {
    const { kernel } = app
    const noted = new Map<string, number>()
    const believed = new Set<string>()
    app.addHook('onRequest', (request, _reply, done) => {
      const peer = unnamedProxy(request, believed)
      if (peer && (noted.get(peer) ?? 0) < Date.now() - PAUSE && (noted.has(peer) || noted.size < MOST)) {
        noted.set(peer, Date.now())
        kernel.db
          .run(sql`insert into rate_limit (key, hits, expires_at) values (${PREFIX + peer}, 1, now() + interval '1 day')
            on conflict (key) do update set expires_at = excluded.expires_at`)
          .catch((err: unknown) => kernel.log.warn({ err }, 'a proxy that is not named could not be noted'))
      }
      done()
    })
  },
  step('unnamed-proxies', ['kernel']),
)

/** Proxies recorded within the last day. */
export const unnamedProxies = async ({ db }: Pick<Kernel, 'db'>): Promise<string[]> =>
  (
    await db.rows<{ peer: string }>(
      sql`select substr(key, ${PREFIX.length + 1}::int) as peer from rate_limit where starts_with(key, ${PREFIX}) and expires_at > now() order by key`,
    )
  ).map(({ peer }) => peer)
