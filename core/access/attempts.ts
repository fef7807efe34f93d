import type { FastifyReply } from 'fastify'
import type { Kernel } from '../context.ts'
import { sql } from '../db/sql.ts'
import { rateLimit } from './rate-limit.ts'
import type { SessionKind } from './session-kind.ts'
import { getCookieName, setCookie } from './session.ts'
import { sign, verify } from './sign.ts'
import { getNetwork } from './network.ts'
import { createToken } from './token.ts'

const DAYS = 180
const PURPOSE = 'known browser'

/**
 * Counts a password attempt before the password is checked. Attempts from a browser with a signed cookie of an earlier sign-in have
 * a counter of their own. An attack from other networks therefore cannot lock the account's owner out.
 * @returns a function to call after the password was correct: it resets the counter and sets the cookie
 * @throws AppError TOO_MANY
 */
export async function countAttempt(
  kernel: Kernel,
  reply: FastifyReply,
  kind: SessionKind,
  identifier: string,
): Promise<() => Promise<void>> {
  const { request } = reply
  const [mark = '', signature = ''] = (request.cookies[getCookieName(kernel, `stoa_known_${kind}`)] ?? '').split('.')
  const isKnownDevice = verify(kernel.config, PURPOSE, `${kind} ${identifier} ${mark}`, signature)
  const network = getNetwork(request.ip)
  const limitKey = isKnownDevice ? `login ${kind} ${identifier} by ${mark}` : `login ${kind} ${identifier} from ${network}`
  const shared = isKnownDevice ? [] : [`login ${kind} from ${network}`, `login ${kind} ${identifier}`]
  await rateLimit(kernel.db, limitKey, { max: 5, seconds: 900 })
  await rateLimit(kernel.db, `${limitKey} hour`, { max: 20, seconds: 3_600 })
  for (const [i, key] of shared.entries()) await rateLimit(kernel.db, key, { max: i === 0 ? 100 : 30, seconds: 900 + i * 2_700 })
  return async () => {
    // Removes this attempt from the shared counters.
    await kernel.db.run(sql`with own as (delete from rate_limit where key = any(${[limitKey, `${limitKey} hour`]}))
      update rate_limit set hits = greatest(hits - 1, 0) where key = any(${shared})`)
    const next = isKnownDevice ? mark : createToken()
    setCookie(
      kernel,
      reply,
      `stoa_known_${kind}`,
      `${next}.${sign(kernel.config, PURPOSE, `${kind} ${identifier} ${next}`)}`,
      DAYS * 86_400,
    )
  }
}
