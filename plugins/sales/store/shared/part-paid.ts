import type { OrderOutcome } from '../../api-types.ts'

/** Whether some of an order is paid and the rest is waited for. */
export const partPaid = ({ due, total }: Pick<OrderOutcome, 'due' | 'total'>): boolean => Number(due) > 0 && due !== total
