/** Seconds to wait after a refusal that does not say until when: the limit is per minute. */
const WINDOW_SECONDS = 60

/** The longest accepted wait in seconds. A wrong header must not stop the connection for long. */
const MAX_WAIT_SECONDS = 600

/**
 * Seconds until the next call is allowed, by the rate-limit headers of an answer; 0 when calls may continue.
 * @param status HTTP status of the answer
 * @param remaining `X-RateLimit-Remaining`
 * @param reset `X-RateLimit-Reset`, Unix time in seconds
 * @param now Unix time in milliseconds
 */
export function getWaitSeconds(status: number, remaining: string | null, reset: string | null, now: number): number {
  if (status !== 429 && remaining?.trim() !== '0') return 0
  const resetAt = /^\d{1,12}$/.test(reset?.trim() ?? '') ? Number(reset) : undefined
  const seconds = resetAt === undefined ? WINDOW_SECONDS : Math.ceil(resetAt - now / 1_000)
  return Math.min(Math.max(seconds, 1), MAX_WAIT_SECONDS)
}
