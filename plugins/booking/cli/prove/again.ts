import { setTimeout as wait } from 'node:timers/promises'
import { type ProductUnderTest, Refused } from 'stoa/cli'

/** Retries after a killed process. */
const TRIES = 80

/** A staff action, retried after a broken connection; undefined if it was rejected. */
export async function byStaff(
  shop: ProductUnderTest,
  path: string,
  body: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await shop.make(path, body)
    } catch (error) {
      if (error instanceof Refused && error.status !== 503) return undefined
      if (attempt === TRIES) throw error
      await wait(50 + Math.random() * 100)
    }
  }
}
