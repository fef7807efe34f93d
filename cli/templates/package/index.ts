export type { SampleItem } from './resources/sample-item.ts'
