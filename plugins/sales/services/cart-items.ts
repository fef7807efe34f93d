import {
  type Ctx,
  type Db,
  AppError,
  id,
  validationError,
  type Kernel,
  prepareKernelStatement,
  MOST_AMOUNT,
  createToken,
  NOT_FOUND,
  type Sql,
  sql,
  message,
  type Tx,
} from 'stoa'
import type { Cart } from './cart.ts'
import { LINE_KINDS } from './sale/line-kinds.ts'
import { linesSql, cartLineKeySql, type SaleLine } from './sale/lines.ts'
import { createTooLargeError } from './sale/amount-limits.ts'
import { getCustomerId } from './sale/buyer-limits.ts'

/** Options a shopper gave a line, such as an engraving: short texts by name. */
export type LineOptions = Record<string, string>

const MAX_LINE_OPTIONS = 10

/** Parses the options of a line. @throws AppError INVALID for anything but a few short texts */
export function parseLineOptions(value: unknown): LineOptions {
  if (value === undefined || value === null || value === '') return {}
  const refused = validationError({ additional_options: message('core:rule.check_input') })
  if (typeof value !== 'object' || Array.isArray(value)) throw refused
  const entries = Object.entries(value).filter(([, v]) => v !== null && v !== '')
  const fits = entries.every(([k, v]) => /^[a-z][a-z0-9_]{0,40}$/.test(k) && typeof v === 'string' && v.length <= 200 && !v.includes('\0'))
  if (!fits || entries.length > MAX_LINE_OPTIONS) throw refused
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))) as LineOptions
}

/** Highest quantity of one line. */
export const MAX_QUANTITY = 9_999

/** SQL: the sum of cart lines that store the price they had when they were added, in minor units of the base currency. */
const cartTotalSql = (lines: Sql): Sql => sql`(select coalesce(sum(i.quantity * i.seen_minor), 0) from cart_item i where ${lines})`

const createUnavailableError = (available: number) =>
  validationError({ quantity: message('sales:cart.quantity', { count: Math.max(0, available) }) })

/** An item that can be added to a cart. */
export interface SaleItem {
  kind: string
  subject_id: number
}

type Languages = Pick<Ctx, 'language' | 'mainLanguage'>

interface AddItemRow {
  /** The requested item as a line without its id; null when it is not for sale. */
  requested: (Omit<SaleLine, 'id'> & { in_cart: number }) | null
  fits: boolean
  /** Null when nothing was written: too few units are available, or the cart changed in between. */
  cart: Pick<Cart, 'id' | 'public_id' | 'choices'> | null
  /** The line that holds the item, and whether it is the first line of its cart. */
  line: number | null
  first: boolean
}

/** An item with its data for sale and the units of it already in the cart. */
const itemToAddSql = (
  kernel: Kernel,
  ctx: Languages,
  kind: string,
  [subject, quantity, extras]: [number, number, string],
  { there, worth }: Record<'there' | 'worth', Sql>,
) => {
  const itemSql = sql`(select 0::bigint as id, ${kind}::text as kind, ${subject}::bigint as subject_id, ${quantity}::int as quantity,
    ${extras}::jsonb as additional_options, null::bigint as seen_minor) c`
  return sql`requested as (select l.*, ${there} as in_cart from (${linesSql(kernel, ctx, itemSql, sql`true`, (name) => name === kind)}) l where l.visible),
    fits as (select * from requested where (available is null or in_cart + quantity <= available) and ${worth} + pay * quantity <= ${MOST_AMOUNT}::bigint)`
}

const resultSql = sql`select (select row_to_json(r) from requested r) as requested, exists (select 1 from fits) as fits,
  (select row_to_json(t) from target t) as cart, (select id from written) as line`

/** Statement that adds to a new cart. It looks up no cart and counts no units already in one. */
const createFirstItemStatement = (kind: string) =>
  prepareKernelStatement(
    `sales.item-first-${kind}`,
    (kernel, ctx, customer: number | null, token: string, subject: number, quantity: number, extras: string) => sql`
    with ${itemToAddSql(kernel, ctx, kind, [subject, quantity, extras], { there: sql`0`, worth: sql`0::bigint` })},
    target as (insert into cart (public_id, customer_id) select ${token}, ${customer}::bigint from fits returning id, public_id, choices),
    written as (insert into cart_item (cart_id, kind, subject_id, quantity, additional_options, seen_minor)
      select t.id, f.kind, f.subject_id, f.quantity, f.additional_options, f.pay from target t, fits f returning id)
    ${resultSql}, true as first`,
  )

/** Statement that adds to an existing cart, or to a new one if there is none. */
const createAddItemStatement = (kind: string) =>
  prepareKernelStatement(
    `sales.item-add-${kind}`,
    (kernel, ctx, customer: number | null, token: string, subject: number, quantity: number, extras: string, cart: string) => sql`
    with existing_cart as (select id, xmin as row_version from cart where public_id = ${cart} and status = 'pending'
        and (customer_id is null or customer_id = ${customer}::bigint)),
    ${itemToAddSql(kernel, ctx, kind, [subject, quantity, extras], {
      there: sql`coalesce((select sum(i.quantity) from existing_cart k join cart_item i on i.cart_id = k.id where i.kind = l.kind and i.subject_id = l.subject_id), 0)`,
      worth: cartTotalSql(sql`i.cart_id = (select id from existing_cart)`),
    })},
    new_cart as (insert into cart (public_id, customer_id) select ${token}, ${customer}::bigint from fits
      where not exists (select 1 from existing_cart) returning id, public_id, choices),
    -- Every change of a line updates its cart: the counts above are valid only if the cart has the same row version.
    touched_cart as (update cart k set updated_at = now() from existing_cart e, fits where k.id = e.id and k.xmin = e.row_version
      returning k.id, k.public_id, k.choices),
    target as (select * from touched_cart union all select id, public_id, choices from new_cart),
    written as (insert into cart_item as i (cart_id, kind, subject_id, quantity, additional_options, seen_minor)
      select t.id, f.kind, f.subject_id, f.quantity, f.additional_options, f.pay from target t, fits f
      on conflict ${cartLineKeySql} do update
        set quantity = least(i.quantity + excluded.quantity, 9999), seen_minor = excluded.seen_minor, updated_at = now()
      returning i.id)
    ${resultSql}, exists (select 1 from new_cart) as first`,
  )

/** Statements by line type, since what they read depends on the type. */
const statements = new Map<string, { first: ReturnType<typeof createFirstItemStatement>; add: ReturnType<typeof createAddItemStatement> }>()

/** The statements of a line type. @throws AppError INVALID for an unknown type */
function getStatements({ kernel }: Ctx, kind: string) {
  if (!kernel.contributions(LINE_KINDS).has(kind)) throw validationError({ kind: message('core:rule.choice') })
  let pair = statements.get(kind)
  if (!pair) statements.set(kind, (pair = { first: createFirstItemStatement(kind), add: createAddItemStatement(kind) }))
  return pair
}

/** Whether that many units are available. */
const isAvailable = (available: number | null, units: number): boolean => available === null || units <= available

/** Locks the cart until the transaction ends, so that no other request changes its lines. */
const lockCart = (tx: Tx, column: 'id' | 'public_id', value: number | string): Promise<unknown> =>
  tx.run(sql`update cart set updated_at = now() where ${id(column)} = ${value} and status = 'pending'`)

/**
 * Adds units of an item to a cart, or to a new cart if there is none. One statement checks and writes. If the
 * quantity is not available, nothing is written, not even the cart. Lines of one item with different options share
 * its stock.
 * @returns the lines too if they are known, as for a new cart.
 * @throws AppError INVALID
 */
export async function addItem(
  ctx: Ctx,
  cart: string | null,
  { kind, subject_id }: SaleItem,
  quantity: number,
  extras: LineOptions,
): Promise<{ cart: Cart; lines: SaleLine[] | undefined }> {
  const { first, add: more } = getStatements(ctx, kind)
  const values = [getCustomerId(ctx), createToken(), subject_id, quantity, JSON.stringify(extras)] as const
  const add = (db: Db) => db.one<AddItemRow>(cart === null ? first(ctx, ...values) : more(ctx, ...values, cart))
  let row = await add(ctx.kernel.db)
  // Another request holds the cart: wait for its lock and count again.
  if (row?.fits && !row.cart && cart !== null)
    row = await ctx.kernel.transaction(async (tx) => {
      await lockCart(tx, 'public_id', cart)
      return add(tx)
    })
  if (!row?.requested) throw validationError({ [kind === 'stock' ? 'stock_id' : 'subject_id']: message('sales:cart.not_selected') })
  const { line } = row
  const { in_cart, ...item } = row.requested
  if (!row.cart)
    throw isAvailable(item.available, in_cart + quantity) ? createTooLargeError('quantity') : createUnavailableError(item.available ?? 0)
  return { cart: row.cart, lines: row.first && line !== null ? [{ ...item, id: line, seen: item.pay }] : undefined }
}

/** Sets the quantity of a line. The line is looked up by its id and its cart, never by its id alone. */
export async function setQuantity(ctx: Ctx, cart: Cart, itemId: number, quantity: number): Promise<void> {
  const row = await ctx.kernel.transaction(async (tx) => {
    await lockCart(tx, 'id', cart.id)
    return tx.one<{ available: number | null; others: number; done: boolean }>(sql`
    with requested as (select l.id, l.available, l.pay,
        coalesce((select sum(o.quantity) from cart_item o where o.cart_id = ${cart.id} and o.kind = l.kind and o.subject_id = l.subject_id
          and o.id <> l.id), 0)::int as others
      from (${linesSql(ctx.kernel, ctx, sql`cart_item c`, sql`c.id = ${itemId} and c.cart_id = ${cart.id}`)}) l),
    written as (update cart_item i set quantity = ${quantity}::int, updated_at = now() from requested w
      where i.id = w.id and (w.available is null or ${quantity}::int + w.others <= w.available)
        and (${quantity}::int <= i.quantity
          or ${cartTotalSql(sql`i.cart_id = ${cart.id} and i.id <> w.id`)} + w.pay * ${quantity}::int <= ${MOST_AMOUNT}::bigint) returning i.id)
    select available, others, exists (select 1 from written) as done from requested`)
  })
  if (!row) throw new AppError(NOT_FOUND)
  if (!row.done)
    throw isAvailable(row.available, row.others + quantity)
      ? createTooLargeError('quantity')
      : createUnavailableError((row.available ?? 0) - row.others)
}

/** Removes a line. Removing a line that does not exist is not an error. */
export async function removeItem(ctx: Ctx, cart: Cart, itemId: number): Promise<void> {
  await ctx.kernel.db.run(sql`delete from cart_item where id = ${itemId} and cart_id = ${cart.id}`)
}
