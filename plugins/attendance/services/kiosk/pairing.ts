import { randomInt } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  AppError,
  type Ctx,
  createToken,
  getNetwork,
  hashToken,
  type Kernel,
  rateLimit,
  recordAudit,
  setCookie,
  sql,
  WRONG_STATE,
} from 'stoa'
import type { KioskPairingCode } from '../../api-types.ts'
import { CODE_LENGTH, CODE_LETTERS, formatCode, normalizeCode } from '../../domain/pairing-code.ts'
import { WRONG_PAIRING_CODE } from '../../errors.ts'

/** Name of the cookie with the token of a kiosk. */
export const KIOSK_COOKIE = 'stoa_kiosk'

/** Lifetime of the cookie: the longest that browsers accept. Every use renews it. */
const COOKIE_SECONDS = 400 * 86_400
const CODE_MINUTES = 15

/** Sets the cookie of a kiosk. It is `SameSite=Strict`: no other site can punch with it. */
export const setKioskCookie = (kernel: Kernel, reply: FastifyReply, token: string): void =>
  setCookie(kernel, reply, KIOSK_COOKIE, token, COOKIE_SECONDS, 'strict')

const createCode = (): string => Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/**
 * Creates the pairing code of a kiosk, valid once and for 15 minutes, in place of an unused one. Only its hash is stored. A tablet that is
 * paired stays so until the code is used.
 * @throws AppError NOT_FOUND, WRONG_STATE when the kiosk is disabled
 */
export async function createPairingCode(ctx: Ctx, id: number): Promise<KioskPairingCode> {
  await ctx.kernel.resources.get(ctx, 'hr_kiosk', id)
  const code = createCode()
  return ctx.kernel.transaction(async (tx) => {
    const row = await tx.one<{ pairing_expires_at: string }>(sql`
      update hr_kiosk set pairing_code_hash = ${hashToken(code)}, pairing_expires_at = now() + make_interval(mins => ${CODE_MINUTES})
      where id = ${id} and enabled returning pairing_expires_at`)
    if (!row) throw new AppError(WRONG_STATE)
    await recordAudit(tx, ctx, { resource: 'hr_kiosk', rowId: id, verb: 'create_pairing_code', changes: [] })
    return { code: formatCode(code), expires_at: row.pairing_expires_at }
  })
}

/**
 * Pairs the browser of a request with the kiosk whose code it sends, and sets its cookie. One statement uses up the code, so of two tablets
 * with one code only one is paired; an earlier tablet of the kiosk is unpaired.
 * @throws AppError WRONG_PAIRING_CODE, TOO_MANY
 */
export async function pairKiosk(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, typed: string): Promise<void> {
  await rateLimit(kernel.db, `kiosk pairing from ${getNetwork(request.ip)}`, { max: 10, seconds: 900 })
  const token = createToken()
  await kernel.transaction(async (tx) => {
    const row = await tx.one(sql`
      update hr_kiosk set token_hash = ${hashToken(token)}, pairing_code_hash = null, pairing_expires_at = null, paired_at = now(),
        last_seen_at = now(), updated_at = now()
      where pairing_code_hash = ${hashToken(normalizeCode(typed))} and pairing_expires_at > now() and enabled returning id`)
    if (!row) throw new AppError(WRONG_PAIRING_CODE)
    tx.invalidate('hr_kiosk')
  })
  setKioskCookie(kernel, reply, token)
}
