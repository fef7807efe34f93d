import { type Ctx, validationError, type SavedRecord, sql, message, type Tx } from 'stoa'
import { DIRECTORY, listOwnedAccounts, splitInternational } from 'stoa/plugins/people'
import { historySql } from '../order/write.ts'
import { recordImported } from '../order/activity.ts'
import { importedAmounts } from './amounts.ts'
import type { ImportedOrder, StoredImport } from './imported-order.ts'
import { writeLines } from './write-lines.ts'
import { orderColumns } from '../../resources/order-columns.ts'

/** Creates or updates the orders of imported rows with a few statements for all rows. */
export async function writeImportedOrders(saved: readonly SavedRecord[]): Promise<void> {
  const [first] = saved
  if (!first) return
  const { tx, ctx } = first
  const orders = await readOrders(tx, ctx, saved)
  const ids = await writeOrderRows(tx, ctx, orders)
  await writeLines(tx, ctx, orders, ids)
  await recordImported(tx, ctx, ids)
  await countOrders(
    tx,
    ctx,
    orders.flatMap(({ customer }) => customer ?? []),
  )
  tx.invalidate('order')
  await emitImported(tx, ids)
}

/** Emits `order.imported` for orders that belong to a person, and names those that earn points. */
async function emitImported(tx: Tx, ids: readonly number[]): Promise<void> {
  const earning = await tx.rows<{ id: number }>(
    sql`select order_id as id from order_import where order_id = any(${[...ids]}::bigint[]) and earn_points order by 1`,
  )
  tx.emit('order.imported', { orderIds: [...ids], earning: earning.map(({ id }) => id) })
}

/** The rows as they are stored now, and their persons. */
async function readOrders(tx: Tx, ctx: Ctx, saved: readonly SavedRecord[]): Promise<ImportedOrder[]> {
  const rows =
    await tx.rows<StoredImport>(sql`select i.*, round(i.total_minor / 100.0, 2)::text as total, round(i.refunded_minor / 100.0, 2)::text as refunded,
      round(i.subtotal_minor / 100.0, 2)::text as subtotal, round(i.discount_minor / 100.0, 2)::text as discount,
      round(i.shipping_minor / 100.0, 2)::text as shipping, round(i.tax_minor / 100.0, 2)::text as tax,
      round(i.outstanding_minor / 100.0, 2)::text as outstanding,
      (select coalesce(json_agg(json_build_object('sku', l.sku, 'item', l.item, 'quantity', l.quantity, 'price', round(l.price_minor / 100.0, 2)::text,
        'line_discount', round(l.line_discount_minor / 100.0, 2)::text) order by l.id), '[]') from order_import_line l where l.order_import_id = i.id) as lines
    from order_import i where i.id = any(${saved.map(({ id }) => id)}::bigint[]) order by i.id`)
  const emails = [...new Set(rows.flatMap(({ email }) => email ?? []))]
  const accounts = new Map((await listOwnedAccounts(tx, emails)).map((account) => [account.email, account]))
  const persons = await findOrCreatePersons(tx, ctx, rows)
  return rows.flatMap((row) => {
    const amounts = importedAmounts(row)
    const account = row.email ? accounts.get(row.email) : undefined
    const person = row.email ? (persons.get(row.email) ?? null) : null
    const customer = account && account.person_id === person ? account.id : null
    return amounts ? [{ row, amounts, person, customer, language: account?.language ?? ctx.mainLanguage }] : []
  })
}

/** Finds or creates persons by address, never accounts: a buyer of another shop has not agreed to an account here. */
async function findOrCreatePersons(tx: Tx, { kernel }: Ctx, rows: readonly StoredImport[]): Promise<Map<string, number>> {
  const guests = rows.flatMap(({ email, first_name, last_name, phone }) =>
    email ? [{ email, first_name, last_name, ...splitInternational(phone) }] : [],
  )
  const ids = await kernel.get(DIRECTORY).findOrCreatePersons(tx, guests)
  return new Map(guests.map(({ email }, i) => [email, ids[i] ?? 0]))
}

/** Order number of an imported order: the name of the other shop and the number there. */
export const importedNumber = (from: string, number: string): string =>
  `${from}-${number}`
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '')
    .toUpperCase()

async function writeOrderRows(tx: Tx, ctx: Ctx, orders: readonly ImportedOrder[]): Promise<number[]> {
  const statusById = new Map<number, string>()
  const existingIds = orders.flatMap(({ row }) => row.order_id ?? [])
  for (const { id, status } of await tx.rows<{ id: number; status: string }>(
    sql`select id, status from sales_order where id = any(${existingIds}::bigint[]) order by id for update`,
  ))
    statusById.set(id, status)
  const newIds = await tx.rows<{ id: number }>(
    sql`select nextval('sales_order_id_seq') as id from generate_series(1, ${orders.length - statusById.size}::int)`,
  )
  const ids = newIds.values()
  const heads = orders.map((order) =>
    toOrderRow(order, statusById.has(order.row.order_id ?? 0) ? (order.row.order_id ?? 0) : (ids.next().value?.id ?? 0)),
  )
  await assertUniqueNumbers(tx, heads)
  await tx.run(sql`${tx.insertAllSql(orderColumns, heads, { source: 'import' })}
    on conflict (id) do update set customer_id = coalesce(excluded.customer_id, sales_order.customer_id), person_id = excluded.person_id, email = excluded.email,
      first_name = excluded.first_name, last_name = excluded.last_name, country_code = excluded.country_code, phone = excluded.phone,
      currency = excluded.currency, exchange_rate = excluded.exchange_rate, subtotal_minor = excluded.subtotal_minor,
      discount_minor = excluded.discount_minor, shipping_minor = excluded.shipping_minor, total_minor = excluded.total_minor,
      base_total_minor = excluded.base_total_minor, paid_minor = excluded.paid_minor, refunded_minor = excluded.refunded_minor, status = excluded.status,
      payment_title = excluded.payment_title, shipping_title = excluded.shipping_title, shipping_address = excluded.shipping_address, billing_address = excluded.billing_address,
      customer_note = excluded.customer_note, placed_at = excluded.placed_at, paid_at = excluded.paid_at, completed_at = excluded.completed_at,
      canceled_at = excluded.canceled_at, units_total = excluded.units_total, units_shipped = excluded.units_shipped,
      units_received = excluded.units_received, version = sales_order.version + 1, updated_at = now()`)
  const links = heads.map(({ id }, i) => ({ id, row: orders[i]?.row.id }))
  await tx.run(sql`update order_import i set order_id = x.id from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as x(id bigint, "row" bigint)
    where i.id = x."row" and i.order_id is distinct from x.id`)
  const statusChanges = heads
    .map(({ id, status, placed_at }) => ({
      id,
      before: statusById.get(id) ?? null,
      after: status,
      at: statusById.has(id) ? null : placed_at,
    }))
    .filter(({ before, after }) => before !== after)
  await tx.run(
    historySql(
      ctx,
      sql`select m.id, m.before, m.after, coalesce(m.at, now()) from jsonb_to_recordset(${JSON.stringify(statusChanges)}::jsonb)
        as m(id bigint, before text, after text, at timestamptz) order by m.id`,
      true,
    ),
  )
  return heads.map(({ id }) => id)
}

/** Two numbers of another shop may map to the same number here. @throws AppError INVALID */
async function assertUniqueNumbers(tx: Tx, heads: readonly { id: number; order_number: string }[]): Promise<void> {
  const duplicate = await tx.one(sql`select from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as r(id bigint, order_number text)
    where exists (select from sales_order o where o.order_number = r.order_number and o.id <> r.id) limit 1`)
  const numbers = new Set(heads.map(({ order_number }) => order_number))
  if (duplicate || numbers.size < heads.length)
    throw validationError({
      imported_number: message('core:rule.unique', { field: { resource: 'order_import', field: 'imported_number' } }),
    })
}

function toOrderRow({ row, amounts, person, customer, language }: ImportedOrder, id: number) {
  const goods = amounts.items.reduce((all, { price, quantity }) => all + price * quantity, 0)
  const subtotal = goods + amounts.tax + Math.max(0, amounts.adjustment)
  const discount = amounts.discounts.reduce((all, value) => all + value, 0)
  const total = subtotal - discount + amounts.shipping
  const refunded = minor(row.refunded)
  const units = amounts.items.reduce((all, { quantity }) => all + quantity, 0)
  const sent = row.status === 'canceled' ? 0 : units
  const number = splitInternational(row.phone)
  return {
    id,
    order_number: importedNumber(row.imported_from, row.imported_number),
    imported_from: row.imported_from,
    imported_number: row.imported_number,
    customer_id: customer,
    person_id: person,
    email: row.email ?? '',
    first_name: row.first_name,
    last_name: row.last_name,
    country_code: number?.country_code ?? null,
    phone: number?.phone ?? (row.phone || null),
    language,
    currency: row.currency,
    exchange_rate: row.exchange_rate,
    subtotal_minor: subtotal,
    discount_minor: discount,
    shipping_minor: amounts.shipping,
    total_minor: total,
    base_total_minor: Math.round(total / Number(row.exchange_rate)),
    paid_minor: amounts.paid,
    refunded_minor: row.status === 'refunded' && refunded === 0 ? amounts.paid : refunded,
    status: row.status,
    payment_title: row.payment_title,
    shipping_title: row.shipping_title,
    shipping_address: shippingAddress(row),
    billing_address: billingAddress(row),
    customer_note: row.customer_note,
    placed_at: row.placed_at,
    paid_at: amounts.paid > 0 ? row.placed_at : null,
    completed_at: row.status === 'completed' ? row.placed_at : null,
    canceled_at: row.status === 'canceled' ? row.placed_at : null,
    units_total: units,
    units_shipped: sent,
    units_received: sent,
  }
}

const minor = (amount: string): number => Math.abs(Math.round(Number(amount) * 100))

interface AddressLines {
  street: string
  street2: string
  city: string
  province: string
  zip: string
  country: string
}

/** An address as orders store it; null if the file has none. */
function toAddress(
  { street, street2, city, province, zip, country }: AddressLines,
  contact: { name: string; lastName: string; phone: string },
) {
  const address = [street, street2, [zip, city].filter(Boolean).join(' '), province].filter(Boolean).join('\n')
  if (address === '' && country === '') return null
  return { first_name: contact.name, last_name: contact.lastName, area: '', contact_number: contact.phone, address, country }
}

const shippingAddress = (row: StoredImport) =>
  toAddress(row, { name: row.recipient, lastName: row.recipient_last_name, phone: row.recipient_phone || row.phone })

const billingAddress = (row: StoredImport) =>
  toAddress(
    {
      street: row.billing_street,
      street2: row.billing_street2,
      city: row.billing_city,
      province: row.billing_province,
      zip: row.billing_zip,
      country: row.billing_country,
    },
    { name: row.first_name, lastName: row.last_name, phone: row.phone },
  )

async function countOrders(tx: Tx, { kernel }: Ctx, customers: readonly number[]): Promise<void> {
  const counts = await tx.rows<{ id: number; n: number }>(sql`select customer_id as id, count(*)::int as n from sales_order
    where customer_id = any(${[...new Set(customers)]}::bigint[]) and status <> 'draft' group by 1 order by 1`)
  for (const { id, n } of counts) await kernel.resources.setExt(tx, 'customer', id, { order_count: n })
}

/** Deletes an imported order and its activity events. */
export async function deleteImportedOrder(tx: Tx, ctx: Ctx, id: number | null): Promise<void> {
  if (id === null) return
  const row = await tx.one<{ customer_id: number | null }>(
    sql`delete from sales_order where id = ${id} and imported_from is not null returning customer_id`,
  )
  tx.invalidate('order')
  if (row?.customer_id) await countOrders(tx, ctx, [row.customer_id])
}

/** Links imported orders to the account whose owner verified the e-mail address. */
export async function linkImportedOrders(ctx: Ctx, { email }: { email: string }): Promise<void> {
  await ctx.kernel.transaction(async (tx) => {
    const [account] = await listOwnedAccounts(tx, [email])
    if (!account) return
    const linked = await tx.rows<{ id: number }>(sql`update sales_order set customer_id = ${account.id}, updated_at = now()
      where id in (select id from sales_order where email = ${email} and imported_from is not null and customer_id is null
        and person_id = ${account.person_id} order by id for update) returning id`)
    if (linked.length === 0) return
    await countOrders(tx, ctx, [account.id])
    tx.invalidate('order')
    await emitImported(
      tx,
      linked.map(({ id }) => id),
    )
  })
}
