import { setTimeout as wait } from 'node:timers/promises'
import type { ProductUnderTest } from 'stoa/cli'
import { hashWebhook } from '../providers/pay-dollar/hash.ts'

/** Shared secret of the test shop and the simulated gateway. */
const SECRET = 'rehearsal secret'

/** A payment method whose gateway `sendPaidWebhooks` simulates, as form input. */
export const fakeGatewayMethod = { code: 'card', title: 'Card', provider: 'pay_dollar', merchant_id: '88000001', secure_secret: SECRET }

/** Timeout in milliseconds. Real gateways retry for hours. */
const TIMEOUT_MS = 120_000

/** The post of the simulated gateway after a payment. @param fields the form that the browser would post to the payment page */
export function buildPaidWebhook({ orderRef = '', currCode = '', amount = '' }: Readonly<Record<string, string>>): URLSearchParams {
  const fields = {
    src: '0',
    prc: '0',
    successcode: '0',
    Ref: orderRef,
    PayRef: `P${orderRef}`,
    Cur: currCode,
    Amt: amount,
    payerAuth: 'Y',
  }
  return new URLSearchParams({ ...fields, secureHash: hashWebhook(fields, SECRET) })
}

/**
 * Simulates the gateway of `fakeGatewayMethod`: notifies all processes of a payment concurrently, after a delay and
 * several times. A process that is down is retried until it answers OK.
 */
export async function sendPaidWebhooks(
  { nodes }: Pick<ProductUnderTest, 'nodes'>,
  fields: Readonly<Record<string, string>>,
  times: number,
): Promise<void> {
  const body = buildPaidWebhook(fields)
  const until = performance.now() + TIMEOUT_MS
  const sendWebhook = async (i: number) => {
    await wait(Math.random() * 400)
    for (let attempt = 1; performance.now() < until; attempt++) {
      try {
        const node = nodes[(i + attempt) % nodes.length]
        const url = `${node?.url ?? ''}/api/payment/${fakeGatewayMethod.code}/webhook`
        const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(30_000) })
        if (answer.ok && (await answer.text()).startsWith('OK')) return
      } catch {
        // The process died in the middle: retry.
      }
      // Back-off with jitter: all processes may be restarting on a busy machine.
      await wait(Math.min(2_000, attempt * 50) + Math.random() * 100)
    }
    throw new Error(`No process accepted the webhook for ${fields.orderRef ?? ''}`)
  }
  await Promise.all(Array.from({ length: times }, (_, i) => sendWebhook(i)))
}
