/** What other plugins may use of returns and refunds. */
export { refund, refundLine } from './resources/refund.ts'
export { returnLine, salesReturn } from './resources/return.ts'
