import { type Ctx, AppError, type Kernel, extensionPoint, type Sql, sql, type Message, type Tx, WRONG_STATE } from 'stoa'

/** Work that prevents completion of an order while it is open, such as a return. */
export interface OpenWorkCheck {
  /** SQL: whether such work is open for an order. */
  isOpenSql(order: Sql): Sql
  /** Error message for an attempt to complete the order meanwhile. */
  message: Message
}

/** Checks for open work, by name. */
export const OPEN_WORK = extensionPoint<OpenWorkCheck>('sales/unfinished', {
  description: 'open work that prevents completion of an order',
})

/** SQL: whether an order has open work. */
export const hasOpenWorkSql = (kernel: Kernel, order: Sql): Sql =>
  [...kernel.contributions(OPEN_WORK).values()].reduce((all, { isOpenSql }) => sql`${all} or ${isOpenSql(order)}`, sql`false`)

/** Whether this order has open work. */
export async function hasOpenWork(tx: Tx, { kernel }: Ctx, id: number): Promise<boolean> {
  const row = await tx.one<{ open: boolean }>(sql`select ${hasOpenWorkSql(kernel, sql`${id}::bigint`)} as open`)
  return row?.open ?? false
}

/** @throws AppError WRONG_STATE with the reason, while the order has open work */
export async function assertNoOpenWork(tx: Tx, { kernel }: Ctx, id: number): Promise<void> {
  for (const { isOpenSql, message } of kernel.contributions(OPEN_WORK).values()) {
    const row = await tx.one<{ open: boolean }>(sql`select ${isOpenSql(sql`${id}::bigint`)} as open`)
    if (row?.open) throw new AppError(WRONG_STATE, { status: [message] })
  }
}
