import { type Ctx, qrCode, seal, token, unseal } from 'stoa'
import { findEnabledBuyer } from 'stoa/plugins/people'
import type { MemberCodeView } from '../api-types.ts'

/** Purpose of the sealed code, so that it is not valid for anything else. */
const PURPOSE = 'loyalty/member-code'
/** Prefix by which a scanner distinguishes member codes from barcodes. */
const SIGN = 'M1.'
const SEALED_AS = 'sealed:1:'
/** Lifetime in seconds: long enough to scan, too short to share. */
const SECONDS = 120

/**
 * The code a customer shows at the POS: customer id and expiry, encrypted with the key of the shop. It reveals nothing, differs each time,
 * and is not stored.
 */
export async function memberCode({ kernel: { config } }: Pick<Ctx, 'kernel'>, customer: number, now = Date.now()): Promise<MemberCodeView> {
  const until = now + SECONDS * 1_000
  const code = SIGN + seal(config, PURPOSE, `${customer} ${until}`).slice(SEALED_AS.length)
  return { code, drawing: await qrCode(code), seconds: SECONDS }
}

/** The customer of a code that has not expired. */
function getOwner(config: Ctx['kernel']['config'], code: string, now: number): number | undefined {
  if (!code.startsWith(SIGN) || code.length > 200) return undefined
  const match = /^(\d{1,15}) (\d{1,15})$/.exec(unseal(config, PURPOSE, SEALED_AS + code.slice(SIGN.length)) ?? '')
  return match && Number(match[2]) > now ? Number(match[1]) : undefined
}

/** Service that finds members by their code. */
export interface Members {
  /** The customer of a code; undefined for any other text, an expired code, or a deleted account. */
  memberOfCode(ctx: Pick<Ctx, 'kernel'>, code: string): Promise<number | undefined>
}

/** For the POS: `kernel.find(MEMBERS)?.memberOfCode(ctx, scanned)`. */
export const MEMBERS = token<Members>('loyalty/members')

export const members: Members = {
  async memberOfCode({ kernel: { config, db } }, code) {
    const id = getOwner(config, code.trim(), Date.now())
    if (id === undefined) return undefined
    return (await findEnabledBuyer(db, id))?.id
  },
}
