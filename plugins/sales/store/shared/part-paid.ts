import type { OrderOutcome } from '../../api-types.ts'

/** Whether an order is partly paid and awaits the rest. */
export const partPaid = ({ due, total }: Pick<OrderOutcome, 'due' | 'total'>): boolean => Number(due) > 0 && due !== total
