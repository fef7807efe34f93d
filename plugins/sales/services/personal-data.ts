import { sql, type Sql } from 'stoa'
import type { PersonalDataHandler, DataSubject } from 'stoa/plugins/people'

const anySql = (ids: readonly number[] = []): Sql => sql`any(${[...ids]}::bigint[])`
const belongsToSubjectSql = (subject: DataSubject): Sql =>
  sql`(o.person_id = ${anySql(subject.persons)} or o.customer_id = ${anySql(subject.customers)})`

/** What erasure leaves of an address: the country, which tax and customs records need. */
const countryOnlySql = (
  column: Sql,
): Sql => sql`case when ${column} is not null then jsonb_build_object('first_name', '', 'last_name', '', 'area', '',
  'contact_number', '', 'address', '', 'country', coalesce(${column}->>'country', '')) end`

/**
 * Orders are accounting documents: numbers, items and amounts stay, and the data of the buyer is erased. Carts that
 * were never ordered are deleted.
 */
export const orderPersonalData: PersonalDataHandler = {
  tables: {
    sales_order: true,
    order_import: true,
    order_import_line: 'items of imported orders; exported with the order created from them',
    order_line: true,
    order_comment: true,
    order_mail: true,
    order_change: 'changes of items and amounts, without data of the buyer',
    order_adjustment: 'price adjustments and the rules that caused them',
    order_tax: 'taxes included in the amounts of an order',
    sales_entry: 'amounts of sold and refunded lines by day, without data of the buyer',
    sales_order_day: 'sums of sales_entry by order, with the id of the buyer',
    cart: true,
    cart_item: true,
  },
  needs: 'get order',
  async findOwnedRows(db, subject) {
    const orders = await db.rows<{ id: number }>(sql`select o.id from sales_order o where ${belongsToSubjectSql(subject)} order by o.id`)
    const order = orders.map(({ id }) => id)
    const mails = await db.rows<{ id: number }>(
      sql`select mail_id as id from order_mail where order_id = ${anySql(order)} and mail_id is not null`,
    )
    return { order, mail: [...(subject.rows.mail ?? []), ...mails.map(({ id }) => id)] }
  },
  async exportData({ kernel: { db } }, subject, requester) {
    const ids = anySql(subject.rows.order)
    return {
      orders:
        await db.rows(sql`select o.order_number, o.placed_at, o.status, o.email, o.first_name, o.last_name, o.country_code, o.phone, o.language,
          o.currency, o.subtotal_minor, o.discount_minor, o.shipping_minor, o.total_minor, o.paid_minor, o.refunded_minor, o.shipping_title,
          o.payment_title, o.shipping_address, o.billing_address, o.pickup, o.customer_note, o.cancel_reason, o.choices,
          (select coalesce(jsonb_agg(jsonb_build_object('sku', l.sku, 'name', l.name, 'options', l.options, 'additional_options', l.additional_options,
            'quantity', l.quantity, 'unit_minor', l.unit_minor, 'total_minor', l.total_minor) order by l.id), '[]') from order_line l where l.order_id = o.id) as lines,
          (select coalesce(jsonb_agg(jsonb_build_object('at', c.created_at, 'author', c.author_name, 'body', c.body) order by c.id), '[]')
            from order_comment c where c.order_id = o.id and (c.visible_to_customer or ${requester} = 'staff')) as comments
        from sales_order o where o.id = ${ids} order by o.id`),
      carts: await db.rows(sql`select c.status, c.choices, c.created_at, c.updated_at, (select coalesce(jsonb_agg(jsonb_build_object(
          'kind', i.kind, 'subject_id', i.subject_id, 'quantity', i.quantity, 'additional_options', i.additional_options) order by i.id), '[]') from cart_item i where i.cart_id = c.id) as items
        from cart c where c.customer_id = ${anySql(subject.customers)} order by c.id`),
    }
  },
  async eraseData(tx, _ctx, subject) {
    const ids = anySql(subject.rows.order)
    await tx.run(sql`select 1 from sales_order where id = ${ids} order by id for update`)
    await tx.run(sql`update sales_order set email = '', first_name = '', last_name = '', country_code = null, phone = null, placed_from = null,
      shipping_address = ${countryOnlySql(sql`shipping_address`)}, billing_address = ${countryOnlySql(sql`billing_address`)}, customer_note = '', cancel_reason = '',
      choices = '{}', version = version + 1, updated_at = now() where id = ${ids}`)
    await tx.run(sql`update order_line set additional_options = '{}' where order_id = ${ids} and additional_options <> '{}'`)
    await tx.run(sql`update order_import set email = null, first_name = '', last_name = '', phone = '', recipient = '', recipient_last_name = '', recipient_phone = '',
      street = '', street2 = '', city = '', province = '', zip = '', billing_street = '', billing_street2 = '', billing_city = '', billing_province = '',
      billing_zip = '', customer_note = '', erased_at = now(), updated_at = now() where order_id = ${ids}`)
    await tx.run(sql`delete from order_comment where order_id = ${ids}`)
    await tx.run(sql`update order_mail set mail_id = null where order_id = ${ids}`)
    await tx.run(sql`delete from cart where customer_id = ${anySql(subject.customers)} and status <> 'completed'`)
    await tx.run(sql`update cart set choices = '{}' where order_id = ${ids} or customer_id = ${anySql(subject.customers)}`)
    await tx.run(sql`update cart_item set additional_options = '{}' where cart_id in (select id from cart where order_id = ${ids})`)
    tx.invalidate('order')
  },
  eraseAuditOf: ['order'],
}
