import { type Ctx, AppError, NOT_FOUND, type Sql, sql, UNAUTHENTICATED, verify } from 'stoa'
import { isPayLinkValid } from './pay-link.ts'

/** How a request is authorized for an order: as its owner, or by a pay link that only allows payment. */
export interface Access {
  id: number
  number: string
  payOnly: boolean
}

/** Order reference and credentials sent by a shopper. */
interface AccessInput {
  /** Order number; the signed-in customer may also use the id. */
  number: string
  token: string
  pay?: string
}

/**
 * The order a shopper may see. The ownership check is part of the query, so that a foreign order answers exactly like
 * an unknown one.
 * @throws AppError NOT_FOUND
 */
export async function findAccess({ kernel, actor }: Ctx, { number: ref, token, pay = '' }: AccessInput): Promise<Access> {
  const byToken = verify(kernel.config, 'order', ref, token)
  const byLink = !byToken && pay !== '' && isPayLinkValid({ kernel }, ref, pay)
  const ownerSql = actor.kind === 'customer' ? sql`o.customer_id = ${actor.id}` : sql`false`
  const numberSql: Sql = /^\d{1,12}$/.test(ref) ? sql`(o.order_number = ${ref} or o.id = ${Number(ref)})` : sql`o.order_number = ${ref}`
  const row = await kernel.db.one<{ id: number; number: string; own: boolean }>(sql`
    select o.id, o.order_number as number, ${byToken ? sql`true` : ownerSql} as own from sales_order o
    where o.status <> 'draft' and ${byToken || byLink ? sql`o.order_number = ${ref}` : sql`${numberSql} and ${ownerSql}`}`)
  if (!row) throw new AppError(NOT_FOUND)
  return { id: row.id, number: row.number, payOnly: !row.own }
}

/** The order, for its owner only; a pay link is not accepted. @throws AppError NOT_FOUND */
export const findOwnAccess = async (ctx: Ctx, { number, token }: Omit<AccessInput, 'pay'>): Promise<Access> =>
  findAccess(ctx, { number, token })

/** The signed-in customer. @throws AppError UNAUTHENTICATED */
export function requireCustomerId({ actor }: Ctx): number {
  if (actor.kind !== 'customer') throw new AppError(UNAUTHENTICATED)
  return actor.id
}
