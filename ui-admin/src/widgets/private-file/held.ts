import type { HeldFile } from 'stoa/api-types'

/** Whether a value is a private file as the server tells it. */
export const isHeld = (value: unknown): value is HeldFile =>
  typeof value === 'object' && value !== null && 'name' in value && 'url' in value
