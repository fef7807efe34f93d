import { token } from 'stoa'
import { asked } from './asked.ts'
import { complete, reserve, sell } from './draw.ts'
import { consume, release, reverseSale } from './let-go.ts'
import { putBack } from './put-back.ts'
import { lockStocks } from './ledger.ts'
import { receive } from './receive.ts'
import { takeIn } from './take-in.ts'

/** Holds, releases and hands over goods, always inside the transaction of the document they are for. */
export const stockroom = { reserve, sell, complete, release, consume, reverseSale, receive, putBack, takeIn, lockStocks, ...asked }

export type Stockroom = typeof stockroom

export const STOCKROOM = token<Stockroom>('inventory/stockroom')
