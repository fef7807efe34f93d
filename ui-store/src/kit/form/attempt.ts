/** A random key. `crypto.randomUUID` is not available on plain http. */
const newKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Idempotency keys of a form. Sending the same values again, by a second click or after a lost response, uses the same key. Changed
 * values, or a retry after an error response, get a new one.
 */
export const createAttempts = () => {
  let current: { body: string; key: string } | null = null
  return {
    keyFor: (body: unknown): string => {
      const text = JSON.stringify(body)
      if (current?.body !== text) current = { body: text, key: newKey() }
      return current.key
    },
    refused: (): void => {
      current = null
    },
  }
}
