import type { Tx } from '#core'
import { nextNumber as next } from '../../documents/index.ts'

const kinds = { order: 'SO', shipment: 'SH', return: 'RT', refund: 'RF' } as const

/** The next number of a kind of document. */
export const nextNumber = (tx: Tx, kind: keyof typeof kinds): Promise<string> => next(tx, kinds[kind], `${kind}_number_seq`)
