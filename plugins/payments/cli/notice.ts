import { setTimeout as wait } from 'node:timers/promises'
import type { ProductUnderTest } from 'stoa/cli'
import { hashIn } from '../providers/pay-dollar/hash.ts'

/** What a shop of a proof and the gateway that is played here sign with. */
const SECRET = 'a rehearsal between us'

/** A way to pay whose gateway is played by `tellPaid`: what its form would be filled in with. */
export const playedMethod = { code: 'card', title: 'Card', provider: 'pay_dollar', merchant_id: '88000001', secure_secret: SECRET }

/** Gateways go on for hours; a rehearsal gives up sooner. */
const PATIENCE_MS = 120_000

/** What the gateway of `playedMethod` posts to the shop once a payment is made. @param fields what the browser was to post to the payment page */
export function paidNotice({ orderRef = '', currCode = '', amount = '' }: Readonly<Record<string, string>>): URLSearchParams {
  const told = {
    src: '0',
    prc: '0',
    successcode: '0',
    Ref: orderRef,
    PayRef: `P${orderRef}`,
    Cur: currCode,
    Amt: amount,
    payerAuth: 'Y',
  }
  return new URLSearchParams({ ...told, secureHash: hashIn(told, SECRET) })
}

/**
 * Plays the gateway of a payment that was begun by `playedMethod`: tells the shop that it was paid, after a moment and several times, to all
 * processes at once. One that is down is told again, as gateways do until they hear OK.
 */
export async function tellPaid(
  { nodes }: Pick<ProductUnderTest, 'nodes'>,
  fields: Readonly<Record<string, string>>,
  times: number,
): Promise<void> {
  const body = paidNotice(fields)
  const until = performance.now() + PATIENCE_MS
  const tell = async (i: number) => {
    await wait(Math.random() * 400)
    for (let attempt = 1; performance.now() < until; attempt++) {
      try {
        const node = nodes[(i + attempt) % nodes.length]
        const url = `${node?.url ?? ''}/api/payment/${playedMethod.code}/webhook`
        const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(30_000) })
        if (answer.ok && (await answer.text()).startsWith('OK')) return
      } catch {
        // Gone in the middle: told again.
      }
      // All may be starting again, on a machine that has more to do: asked ever more rarely, as gateways do.
      await wait(Math.min(2_000, attempt * 50) + Math.random() * 100)
    }
    throw new Error(`No node took the notice for ${fields.orderRef ?? ''}`)
  }
  await Promise.all(Array.from({ length: times }, (_, i) => tell(i)))
}
