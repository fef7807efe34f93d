import { type Fields, f, type Transition } from 'stoa'

const reasonInput = { reason: f.text({ default: '', maxLength: 500 }) }

/** Transitions with an optional reason, which the history stores. */
export const addReasons = <M extends string>(moves: Record<M, Transition>): Record<M, Transition<Fields, typeof reasonInput>> =>
  Object.fromEntries(Object.entries<Transition>(moves).map(([name, move]) => [name, { ...move, input: reasonInput }])) as never
