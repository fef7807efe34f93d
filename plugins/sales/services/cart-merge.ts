import { type Ctx, createToken, sql, type Tx } from 'stoa'
import { lockCustomer } from 'stoa/plugins/people'
import type { Cart, MergeNotice } from './cart.ts'
import { linesSql, cartLineKeySql } from './sale/lines.ts'

/**
 * Merges the cart of a guest who signs in into the one open cart of the customer. Quantities are added and capped at
 * the available stock. The guest cart is closed. A guest cart that becomes the customer's cart gets a new public id,
 * so that an id known to another person opens nothing.
 */
export async function mergeCarts(tx: Tx, ctx: Ctx, customer: number, publicId: string | null): Promise<Cart> {
  // Race condition: with two sign-ins at once, the second waits here and finds the cart of the first.
  await lockCustomer(tx, customer)
  const guestCart =
    publicId !== null
      ? await tx.one<Pick<Cart, 'id' | 'choices'>>(
          sql`select id, choices from cart where public_id = ${publicId} and status = 'pending' and customer_id is null for update`,
        )
      : undefined
  const customerCart = await tx.one<Cart>(
    sql`select id, public_id, choices from cart where customer_id = ${customer} and status = 'pending' for update`,
  )
  if (!customerCart) return claimCart(tx, customer, guestCart?.id)
  if (!guestCart) return customerCart
  const notices = await moveItems(tx, ctx, guestCart.id, customerCart.id)
  // The guest's choices are newer and win.
  const choices = { ...customerCart.choices, ...guestCart.choices }
  await tx.run(sql`update cart set choices = ${JSON.stringify(choices)}::jsonb where id = ${customerCart.id}`)
  await tx.run(sql`update cart set status = 'canceled', updated_at = now() where id = ${guestCart.id}`)
  return { ...customerCart, choices, notices }
}

async function claimCart(tx: Tx, customer: number, guestCart: number | undefined): Promise<Cart> {
  const row = guestCart
    ? await tx.one<Cart>(
        sql`update cart set customer_id = ${customer}, public_id = ${createToken()}, updated_at = now() where id = ${guestCart} returning id, public_id, choices`,
      )
    : await tx.one<Cart>(
        sql`insert into cart (public_id, customer_id) values (${createToken()}, ${customer}) returning id, public_id, choices`,
      )
  if (!row) throw new Error('a cart vanished under its lock')
  return row
}

/** Moves the lines of one cart into another in one statement. @returns a notice for each item of which fewer units were moved */
async function moveItems(tx: Tx, ctx: Ctx, from: number, into: number): Promise<MergeNotice[]> {
  return tx.rows<MergeNotice>(sql`
    with lines as (${linesSql(ctx.kernel, ctx, sql`cart_item c`, sql`c.cart_id = ${from}`)}),
    requested as (
      select l.*,
        -- What is left for this line, after the lines in the cart and the guest's earlier ones.
        greatest(0, least(9999, coalesce(l.available, 9999))
          - coalesce((select sum(o.quantity) from cart_item o where o.cart_id = ${into} and o.kind = l.kind and o.subject_id = l.subject_id), 0)
          - coalesce(sum(l.quantity) over (partition by l.kind, l.subject_id order by l.id rows between unbounded preceding and 1 preceding), 0)) as free
      from lines l),
    written as (
      insert into cart_item as i (cart_id, kind, subject_id, quantity, additional_options, seen_minor)
      select ${into}, kind, subject_id, least(quantity, free), additional_options, seen from requested where free > 0
      on conflict ${cartLineKeySql} do update set quantity = least(9999, i.quantity + excluded.quantity), updated_at = now()
      returning 1)
    select min(w.name) as name, (coalesce((select sum(o.quantity) from cart_item o
        where o.cart_id = ${into} and o.kind = w.kind and o.subject_id = w.subject_id), 0) + sum(least(w.quantity, w.free)))::int as quantity
    from requested w group by w.kind, w.subject_id having bool_or(w.free < w.quantity) order by min(w.id)`)
}
