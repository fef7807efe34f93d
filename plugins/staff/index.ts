export type { AuditFacets, SeenMenu, WhyAnswer } from './wire.ts'
