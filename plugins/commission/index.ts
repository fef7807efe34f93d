/** Public exports of this plugin. */
export { commissionEntry } from './resources/entry.ts'
export { commissionGroup } from './resources/group.ts'
export { commissionSettlement } from './resources/settlement.ts'
