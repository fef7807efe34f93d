/** What the server tells about a secret. */
export interface Stored {
  set: boolean
  last4?: string
}

/** Whether a value is what the server tells about a secret. */
export const isStored = (value: unknown): value is Stored => typeof value === 'object' && value !== null && 'set' in value
