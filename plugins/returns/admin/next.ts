import type { BackOrder } from './types.ts'

type Back = Pick<BackOrder['returns'][number], 'status' | 'kind'>

/** Whether units of a return are still to be received. */
export const isExpected = ({ status, kind }: Back): boolean => ['approved', 'partial_received'].includes(status) && kind !== 'refund_only'

/** Whether only the refund of a return is left. */
export const isToBeRefunded = ({ status, kind }: Back): boolean =>
  status === 'received' || (status === 'approved' && kind === 'refund_only')
