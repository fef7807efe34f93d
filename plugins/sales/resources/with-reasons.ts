import { type Fields, f, type Transition } from 'stoa'

const reasonInput = { reason: f.text({ default: '', maxLength: 500 }) }

/** Transitions with an optional reason, which the history stores. */
export const addReasons = <M extends string>(transitions: Record<M, Transition>): Record<M, Transition<Fields, typeof reasonInput>> =>
  Object.fromEntries(
    Object.entries<Transition>(transitions).map(([name, transition]) => [name, { ...transition, input: reasonInput }]),
  ) as never
