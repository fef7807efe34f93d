import type { HeldFile } from 'stoa/api-types'

/** Whether a value is a private file in the format of the server. */
export const isHeld = (value: unknown): value is HeldFile =>
  typeof value === 'object' && value !== null && 'name' in value && 'url' in value
