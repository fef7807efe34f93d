/** What other plugins may use of approvals. */
export { type Approvable, APPROVABLES, type Approvals, APPROVALS, type Asked } from './services/approvables.ts'
