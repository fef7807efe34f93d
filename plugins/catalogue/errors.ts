import { defineError } from 'stoa'

export const OUT_OF_STOCK = defineError('OUT_OF_STOCK', 409, 'catalogue:error.out_of_stock')
