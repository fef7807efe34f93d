/** Public exports of this plugin. */
export {
  type ApprovableDocument,
  APPROVABLE_DOCUMENTS,
  type Approvals,
  APPROVALS,
  type ApprovalRequest,
  type Part,
} from './services/approvable-documents.ts'
