/** Form components for screens that hold the values themselves, without the form of `index.ts`. */
export { createAttempts } from './attempt.ts'
export { useControl } from './fields.tsx'
export { Alternatives, Labelled, Options, saying } from './parts.tsx'
export { sendValues } from './send.ts'
export { useRound } from './state.ts'
