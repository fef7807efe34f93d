import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type post, type ProductUnderTest, Refused } from './prove-help.ts'

/** Retries of a broken connection before it counts as a failure. */
const MAX_ATTEMPTS = 80

/** Repeats a request after a broken connection or while a process starts, as a browser does. @throws Refused */
export async function untilAnswered<T>(request: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request()
    } catch (error) {
      const isRetryable = !(error instanceof Refused) || error.status === 503
      if (!isRetryable || attempt === MAX_ATTEMPTS) throw error
      await wait(50 + Math.random() * 100)
    }
  }
}

/** Sends a request of a visitor with `post` or `put`. @throws Refused */
export type VisitorRequest = <T>(send: typeof post, path: string, body: object, headers?: Record<string, string>) => Promise<T>

/**
 * Visitor `n`, with a network address of their own, since limits apply per network. Requests are sent to the processes in turn until one
 * answers.
 */
export function makeVisitor({ nodes }: Pick<ProductUnderTest, 'nodes'>, n: number): VisitorRequest {
  const address = { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` }
  let turn = n
  return (send, path, body, headers = {}) =>
    untilAnswered(() => send(`${nodes[turn++ % nodes.length]?.url ?? ''}${path}`, body, { ...address, ...headers }))
}

/** Headers of a request that is repeated with the same effect. */
export const createRequestKey = (): Record<string, string> => ({ 'idempotency-key': randomBytes(16).toString('hex') })

/** Kills one process after at most that many milliseconds, and starts it again. */
export async function killOne({ nodes }: Pick<ProductUnderTest, 'nodes'>, n: number, within: number): Promise<void> {
  await wait(20 + Math.random() * within)
  const node = nodes[n % nodes.length]
  await node?.kill()
  await node?.start()
}
