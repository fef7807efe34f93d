import { type Ctx, AppError, type Kernel, extensionPoint, type Sql, sql, type Message, type Tx, WRONG_STATE } from 'stoa'

/** What keeps an order from being completed while it goes on, such as goods on their way back. */
export interface OpenWorkCheck {
  /** Whether it goes on for an order, as part of a statement. */
  open(order: Sql): Sql
  /** Told to whoever wants to complete the order meanwhile. */
  why: Message
}

/** What keeps orders from being completed, by its name. */
export const OPEN_WORK = extensionPoint<OpenWorkCheck>('sales/unfinished', { description: 'what keeps an order from being completed' })

/** Whether anything keeps an order open, as part of a statement. */
export const openSql = (kernel: Kernel, order: Sql): Sql =>
  [...kernel.contributions(OPEN_WORK).values()].reduce((all, { open }) => sql`${all} or ${open(order)}`, sql`false`)

/** Whether anything keeps this order open. */
export async function isOpen(tx: Tx, { kernel }: Ctx, id: number): Promise<boolean> {
  const row = await tx.one<{ open: boolean }>(sql`select ${openSql(kernel, sql`${id}::bigint`)} as open`)
  return row?.open ?? false
}

/** @throws Failed WRONG_STATE with the reason, while anything keeps the order open */
export async function assertFinished(tx: Tx, { kernel }: Ctx, id: number): Promise<void> {
  for (const { open, why } of kernel.contributions(OPEN_WORK).values()) {
    const row = await tx.one<{ open: boolean }>(sql`select ${open(sql`${id}::bigint`)} as open`)
    if (row?.open) throw new AppError(WRONG_STATE, { status: [why] })
  }
}
