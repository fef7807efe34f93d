import type { Sql, Tx } from '#core'
import { nextNumber as next, numberFrom, type NumberParts, numberSql } from '../../documents/index.ts'

const [PREFIX, SEQUENCE] = ['SO', 'order_number_seq']

/** The number of the next order. */
export const nextNumber = (tx: Tx): Promise<string> => next(tx, PREFIX, SEQUENCE)

/** The same as columns of a statement that is asked anyway; `orderNumber` reads them. */
export const nextNumberSql: Sql = numberSql(SEQUENCE)
export const orderNumber = (parts: NumberParts): string => numberFrom(PREFIX, parts)
