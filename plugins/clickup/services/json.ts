export type JsonObject = Record<string, unknown>

/** Whether a parsed JSON value is an object. */
export const isObject = (value: unknown): value is JsonObject => value !== null && typeof value === 'object' && !Array.isArray(value)
