import type { Tx } from '#core'
import { nextNumber as next } from '../../documents/index.ts'

/** The number of the next order. */
export const nextNumber = (tx: Tx): Promise<string> => next(tx, 'SO', 'order_number_seq')
