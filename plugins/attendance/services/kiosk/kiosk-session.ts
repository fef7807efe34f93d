import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, getCookieName, hashToken, type Kernel, sql } from 'stoa'
import { KIOSK_UNPAIRED } from '../../errors.ts'
import { KIOSK_COOKIE, setKioskCookie } from './pairing.ts'

/** A paired kiosk, with the position of its site. */
export interface PairedKiosk {
  id: number
  name: string
  site: string | null
  latitude: string | null
  longitude: string | null
}

/** The kiosk of a request by its cookie; undefined when it is unpaired or disabled. Records when it was last seen, at most once a minute. */
export async function findKiosk(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<PairedKiosk | undefined> {
  const token = request.cookies[getCookieName(kernel, KIOSK_COOKIE)]
  if (!token) return undefined
  const row = await kernel.db.one<PairedKiosk & { stale: boolean }>(sql`
    select k.id, k.name, s.name as site, s.latitude::text as latitude, s.longitude::text as longitude,
      coalesce(k.last_seen_at < now() - interval '1 minute', true) as stale
    from hr_kiosk k left join hr_site s on s.id = k.site_id where k.token_hash = ${hashToken(token)} and k.enabled`)
  if (!row) return undefined
  const { stale, ...kiosk } = row
  if (stale) {
    await kernel.db.run(sql`update hr_kiosk set last_seen_at = now() where id = ${kiosk.id}`)
    setKioskCookie(kernel, reply, token)
  }
  return kiosk
}

/** The kiosk of a request. @throws AppError KIOSK_UNPAIRED */
export async function requireKiosk(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<PairedKiosk> {
  const kiosk = await findKiosk(kernel, request, reply)
  if (!kiosk) throw new AppError(KIOSK_UNPAIRED)
  return kiosk
}
