/** What other plugins may use of returns and refunds. */
export { refund, refundLine } from './resources/refund.ts'
export { returnLine, salesReturn } from './resources/return.ts'
export { RETURNS, type Returns, type TakenBack, type TakingBack } from './services/take-back.ts'
