export type { BlockView, PageView } from './wire.ts'
