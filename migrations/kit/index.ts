export { type JsonShape, jsonShapes } from './json-shapes.ts'
export { marks } from './marks.ts'
export { tables } from './table.ts'
