import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import ipaddr from 'ipaddr.js'
import type { Kernel } from '../../core/context.ts'
import { sql } from '../../core/db/sql.ts'
import { step } from '../../core/http/kernel.ts'

const PREFIX = 'unnamed-proxy '
/** Most senders one process takes note of, and how long it leaves each alone, in milliseconds. */
const MOST = 20
const PAUSE = 600_000

/**
 * A sender that names a visitor and is not believed. Anybody on the internet can send such a header; within the machine
 * or a private network nobody but a proxy does.
 */
function unnamedProxy(request: FastifyRequest, believed: Set<string>): string | undefined {
  const peer = request.socket.remoteAddress ?? ''
  if (request.headers['x-forwarded-for'] === undefined || believed.has(peer)) return undefined
  if (request.ip !== peer) {
    // Whoever is believed once is always, and all requests of a shop come by the same few.
    if (believed.size < MOST) believed.add(peer)
    return undefined
  }
  if (!ipaddr.isValid(peer)) return undefined
  const ip = ipaddr.process(peer)
  return ['loopback', 'private', 'linkLocal', 'uniqueLocal'].includes(ip.range()) ? ip.toString() : undefined
}

/** Notes for a day which proxies `STOA_TRUST_PROXY` does not name: all who come through them count as one visitor. */
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

/** Proxies that were noted within the last day. */
export const unnamedProxies = async ({ db }: Pick<Kernel, 'db'>): Promise<string[]> =>
  (
    await db.rows<{ peer: string }>(
      sql`select substr(key, ${PREFIX.length + 1}::int) as peer from rate_limit where starts_with(key, ${PREFIX}) and expires_at > now() order by key`,
    )
  ).map(({ peer }) => peer)
