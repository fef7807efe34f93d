import { sql, type Sql, type Tx } from '#core'
import { numberFrom, type NumberParts, numberSql } from '../../documents/index.ts'

const [PREFIX, SEQUENCE] = ['SO', 'order_number_seq']

/** What an order is known by before it is written, so that all that belongs to it can be sent along with it. */
export interface NewOrder {
  id: number
  number: string
  /** The moment of its transaction. */
  at: string
  /** Ids of its lines, as many as were asked for. */
  lines: readonly number[]
}

/** `newOrderSql` as it is answered. */
export interface NewOrderRow extends NumberParts {
  new_id: number
  at: string
  line_ids: number[] | null
}

/** Columns of a statement that is asked anyway: what a new order is known by that has a line for each of `rows`; `newOrder` reads them. */
export const newOrderSql = (rows: Sql): Sql => sql`nextval('sales_order_id_seq') as new_id, now() as at,
  (select json_agg(nextval('order_line_id_seq')) from ${rows}) as line_ids, ${numberSql(SEQUENCE)}`

export const newOrder = (row: NewOrderRow): NewOrder => ({
  id: row.new_id,
  number: numberFrom(PREFIX, row),
  at: row.at,
  lines: row.line_ids ?? [],
})

/** What the next order is known by, with so many lines. */
export async function nextOrder(tx: Tx, lines: number): Promise<NewOrder> {
  const row = await tx.one<NewOrderRow>(sql`select ${newOrderSql(sql`generate_series(1, ${lines}::int)`)}`, 'sales.next-order')
  return newOrder(row ?? { new_id: 0, at: '', line_ids: null, n: 0, day: '' })
}
