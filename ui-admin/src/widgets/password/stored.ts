/** State of a stored secret, as the server reports it. */
export interface Stored {
  set: boolean
  last4?: string
}

/** Whether a value is the state of a stored secret. */
export const isStored = (value: unknown): value is Stored => typeof value === 'object' && value !== null && 'set' in value
