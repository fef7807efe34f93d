import { type Ctx, qrCode, seal, token, unseal } from 'stoa'
import { openBuyer } from 'stoa/plugins/people'
import type { MemberCodeTold } from '../api-types.ts'

/** Codes are sealed for this, and for nothing else. */
const PURPOSE = 'loyalty/member-code'
/** Before what is sealed, so that a scanner knows a member from an article. */
const SIGN = 'M1.'
const SEALED_AS = 'sealed:1:'
/** How long a code is good for: long enough to be held under a scanner, too short to be passed on. */
const SECONDS = 120

/**
 * What a customer shows at a counter: who they are and until when, sealed with the shop's key. It tells nothing by itself, is another one each
 * time, and nothing of it is stored.
 */
export async function memberCode({ kernel: { config } }: Pick<Ctx, 'kernel'>, customer: number, now = Date.now()): Promise<MemberCodeTold> {
  const until = now + SECONDS * 1_000
  const code = SIGN + seal(config, PURPOSE, `${customer} ${until}`).slice(SEALED_AS.length)
  return { code, drawing: await qrCode(code), seconds: SECONDS }
}

/** Who a code is of, while it is good. */
function getOwner(config: Ctx['kernel']['config'], code: string, now: number): number | undefined {
  if (!code.startsWith(SIGN) || code.length > 200) return undefined
  const told = /^(\d{1,15}) (\d{1,15})$/.exec(unseal(config, PURPOSE, SEALED_AS + code.slice(SIGN.length)) ?? '')
  return told && Number(told[2]) > now ? Number(told[1]) : undefined
}

/** Finds members by what they show. */
export interface Members {
  /** The customer a code is of; undefined for any other text, for a code that has ended, and for an account that is gone. */
  memberOfCode(ctx: Pick<Ctx, 'kernel'>, code: string): Promise<number | undefined>
}

/** For counters: `kernel.find(MEMBERS)?.memberOfCode(ctx, scanned)`. */
export const MEMBERS = token<Members>('loyalty/members')

export const members: Members = {
  async memberOfCode({ kernel: { config, db } }, code) {
    const id = getOwner(config, code.trim(), Date.now())
    if (id === undefined) return undefined
    return (await openBuyer(db, id))?.id
  },
}
