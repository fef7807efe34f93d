/** A name for one attempt. `crypto.randomUUID` is missing on plain http, so it is made by hand. */
const newKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * One key per attempt: the same form sent twice, by a second press or after a lost answer, keeps its key;
 * a changed one or one the server has refused gets a new one.
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
