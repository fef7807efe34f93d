import { sql } from 'stoa'
import type { PersonalDataHandler } from 'stoa/plugins/people'
import { hashCustomer } from './hash-customer.ts'

/** Exports and erases personal codes and the customer hashes of usages. */
export const usagePersonalData: PersonalDataHandler = {
  tables: { promotion: 'usage limits, without data of customers', coupon: true, promotion_usage: true, promotion_counter: true },
  needs: 'get coupon',
  exportData: async ({ kernel }, { customers, rows }) => ({
    coupons: await kernel.db.rows(sql`select code, ends_at from coupon where customer_id = any(${[...customers]}::bigint[]) order by id`),
    promotions_used: await kernel.db.rows(sql`select order_id, code, amount_minor, created_at, released_at from promotion_usage
      where order_id = any(${[...(rows['order'] ?? [])]}::bigint[]) order by id`),
  }),
  async eraseData(tx, ctx, { customers, emails, phones, rows }) {
    tx.invalidate('coupon')
    tx.invalidate('promotion_usage')
    const customerHashes = [
      ...customers.flatMap((customer) => hashCustomer(ctx, { customer })),
      ...emails.flatMap((email) => hashCustomer(ctx, { customer: null, email })),
      ...phones.flatMap((phone) => hashCustomer(ctx, { customer: null, phone })),
    ]
    await tx.run(sql`update coupon set customer_id = null, enabled = false where customer_id = any(${[...customers]}::bigint[])`)
    await tx.run(sql`update promotion_usage set who = '{}' where order_id = any(${[...(rows['order'] ?? [])]}::bigint[])`)
    await tx.run(sql`delete from promotion_counter where kind = 'person' and who = any(${customerHashes}::text[])`)
  },
}
