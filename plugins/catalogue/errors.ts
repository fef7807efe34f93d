import { defineError } from '#core'

export const OUT_OF_STOCK = defineError('OUT_OF_STOCK', 409, 'catalogue:error.out_of_stock')
export const NOT_SOLD = defineError('NOT_SOLD', 409, 'catalogue:error.not_sold')
