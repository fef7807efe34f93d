/** Pieces of a form for screens that keep its values themselves: what holds them is left to `index.ts`. */
export { createAttempts } from './attempt.ts'
export { useControl } from './fields.tsx'
export { Alternatives, Labelled, Options, saying } from './parts.tsx'
export { sendValues } from './send.ts'
export { useRound } from './state.ts'
