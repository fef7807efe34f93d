import { f } from '#core'

const why = { reason: f.text({ default: '', maxLength: 500 }) }

/** Moves that may be given a reason, which the history keeps. */
export const withReasons = (moves: object) =>
  Object.fromEntries(Object.entries(moves).map(([name, move]) => [name, { ...move, input: why } as never]))
