import { type Ctx, Failed, type Kernel, point, type Sql, sql, type Text, type Tx, WRONG_STATE } from 'stoa'

/** What keeps an order from being completed while it goes on, such as goods on their way back. */
export interface Unfinished {
  /** Whether it goes on for an order, as part of a statement. */
  open(order: Sql): Sql
  /** Told to whoever wants to complete the order meanwhile. */
  why: Text
}

/** What keeps orders from being completed, by its name. */
export const UNFINISHED = point<Unfinished>('sales/unfinished', { about: 'what keeps an order from being completed' })

/** Whether anything keeps an order open, as part of a statement. */
export const openSql = (kernel: Kernel, order: Sql): Sql =>
  [...kernel.offers(UNFINISHED).values()].reduce((all, { open }) => sql`${all} or ${open(order)}`, sql`false`)

/** Whether anything keeps this order open. */
export async function isOpen(tx: Tx, { kernel }: Ctx, id: number): Promise<boolean> {
  const row = await tx.one<{ open: boolean }>(sql`select ${openSql(kernel, sql`${id}::bigint`)} as open`)
  return row?.open ?? false
}

/** @throws Failed WRONG_STATE with the reason, while anything keeps the order open */
export async function mustBeFinished(tx: Tx, { kernel }: Ctx, id: number): Promise<void> {
  for (const { open, why } of kernel.offers(UNFINISHED).values()) {
    const row = await tx.one<{ open: boolean }>(sql`select ${open(sql`${id}::bigint`)} as open`)
    if (row?.open) throw new Failed(WRONG_STATE, { status: [why] })
  }
}
