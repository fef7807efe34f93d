/** What other plugins may use of approvals. */
export {
  type ApprovableDocument,
  APPROVABLE_DOCUMENTS,
  type Approvals,
  APPROVALS,
  type ApprovalRequest,
  type Part,
} from './services/approvable-documents.ts'
