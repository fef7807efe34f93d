export { marks } from './marks.ts'
export { tables } from './table.ts'
