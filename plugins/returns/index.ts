/** What other plugins may use of returns and refunds. */
export { refund, refundLine } from './resources/refund.ts'
export { returnLine, salesReturn } from './resources/return.ts'
export { RETURNS, type Returns, type CounterReturnResult, type CounterReturn } from './services/counter-return.ts'
