import type { BackOrder } from './types.ts'

type Back = Pick<BackOrder['returns'][number], 'status' | 'kind'>

/** Whether goods are on their way back, to be counted when they are here. */
export const isExpected = ({ status, kind }: Back): boolean => ['approved', 'partial_received'].includes(status) && kind !== 'refund_only'

/** Whether its money is what is left to be done. */
export const isToBeRefunded = ({ status, kind }: Back): boolean =>
  status === 'received' || (status === 'approved' && kind === 'refund_only')
