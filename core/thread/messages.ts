/** Outputs a thread may send before the first is consumed (back-pressure). */
export const WINDOW = 8

/** Messages to the thread. */
export type ToThread = { begin: true } | { input: unknown } | { end: true } | { taken: true }

/** Messages from the thread. */
export type FromThread = { wants: true } | { output: unknown } | { done: true } | { error: string }
