import { type Fields, f, type Move } from 'stoa'

const why = { reason: f.text({ default: '', maxLength: 500 }) }

/** Moves that may be given a reason, which the history keeps. */
export const withReasons = <M extends string>(moves: Record<M, Move>): Record<M, Move<Fields, typeof why>> =>
  Object.fromEntries(Object.entries<Move>(moves).map(([name, move]) => [name, { ...move, input: why }])) as never
