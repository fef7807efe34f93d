import { type Ctx, AppError, NOT_FOUND, type Sql, sql, UNAUTHENTICATED, verify } from 'stoa'
import { isPayLinkValid } from './pay-link.ts'

/** How somebody came to an order: as its owner, or by a link that is only for paying it. */
export interface Access {
  id: number
  number: string
  payOnly: boolean
}

/** What a shopper names an order by, and shows to be let in. */
interface AccessInput {
  /** Number, or for its signed-in customer the id. */
  number: string
  token: string
  pay?: string
}

/**
 * The order a shopper may see. Who owns it is part of the question put to the database, so another's order answers exactly as one that
 * is not there.
 * @throws Failed NOT_FOUND
 */
export async function openOrder({ kernel, actor }: Ctx, { number: ref, token, pay = '' }: AccessInput): Promise<Access> {
  const byToken = verify(kernel.config, 'order', ref, token)
  const byLink = !byToken && pay !== '' && isPayLinkValid({ kernel }, ref, pay)
  const owned = actor.kind === 'customer' ? sql`o.customer_id = ${actor.id}` : sql`false`
  const named: Sql = /^\d{1,12}$/.test(ref) ? sql`(o.order_number = ${ref} or o.id = ${Number(ref)})` : sql`o.order_number = ${ref}`
  const row = await kernel.db.one<{ id: number; number: string; own: boolean }>(sql`
    select o.id, o.order_number as number, ${byToken ? sql`true` : owned} as own from sales_order o
    where o.status <> 'draft' and ${byToken || byLink ? sql`o.order_number = ${ref}` : sql`${named} and ${owned}`}`)
  if (!row) throw new AppError(NOT_FOUND)
  return { id: row.id, number: row.number, payOnly: !row.own }
}

/** An order whose owner asks. A pay link opens paying, and nothing else. @throws Failed NOT_FOUND */
export const ownOrder = async (ctx: Ctx, { number, token }: Omit<AccessInput, 'pay'>): Promise<Access> => openOrder(ctx, { number, token })

/** The signed-in customer. @throws Failed UNAUTHENTICATED */
export function customerId({ actor }: Ctx): number {
  if (actor.kind !== 'customer') throw new AppError(UNAUTHENTICATED)
  return actor.id
}
