/** Public API of returns and refunds for other plugins. */
export { refund, refundLine } from './resources/refund.ts'
export { returnLine, salesReturn } from './resources/return.ts'
export { RETURNS, type Returns, type CounterReturnResult, type CounterReturn } from './services/counter-return.ts'
