/** Public exports of this plugin. */
export { hrReimbursement } from './resources/reimbursement.ts'
export { claimForPayroll, markPaidByPayroll, type PayableClaim, readPayableClaims, releasePayroll } from './services/pay-claim.ts'
