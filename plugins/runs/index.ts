/** Public exports of this plugin. */
export {
  type Answer,
  type RunStep,
  defineRun,
  type RunOutcome,
  type RunProgress,
  type Reader,
  RUN_KINDS,
  type RunKind,
} from './services/kinds.ts'
export { type Runs, RUNS } from './services/runs.ts'
export { describeAnswer } from './services/read.ts'
export type { Stored as StoredRun } from './services/stored.ts'
export { type RunStatus, runStatuses } from './resources/run.ts'
export { UNDER_WAY } from './errors.ts'
