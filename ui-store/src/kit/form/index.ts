/** Form components for plugins' store screens. A separate entry, so that only pages with a form load it. */
export { Area, Choice, Field, Password, Select, Tick } from './fields.tsx'
export { Form } from './form.tsx'
export { Honeypot } from './honeypot.tsx'
export * from './pieces.ts'
export type { Values } from './state.ts'
export { Upload } from './upload.tsx'
