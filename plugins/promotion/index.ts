/** Public exports of this plugin. */
export { ACTIONS, type ActionPiece, CONDITIONS, type ConditionPiece, type Option } from './services/extension-points.ts'
export type { Choice } from './domain/choose-lines.ts'
export type { Facts, Deduction, RemainingAmounts, Verdict } from './domain/types.ts'
