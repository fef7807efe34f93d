/** Forms of plugins' store screens. Apart from the other pieces: only pages that have a form load it. */
export { Area, Choice, Field, Password, Select, Tick, useControl } from './fields.tsx'
export { Form } from './form.tsx'
export { Alternatives, Labelled, saying } from './parts.tsx'
export { useRound } from './state.ts'
export type { Values } from './state.ts'
export { Upload } from './upload.tsx'
