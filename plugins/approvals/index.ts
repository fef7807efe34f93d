/** What other plugins may use of approvals. */
export { type Approvable, APPROVABLES, type Approvals, APPROVALS, type Asked, type Part } from './services/approvables.ts'
