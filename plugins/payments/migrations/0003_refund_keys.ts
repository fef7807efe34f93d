import type { Knex } from 'knex'

/** A refund key is unique per payment: documents of different types may use the same keys. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `alter table payment_refund drop constraint payment_refund_key_unique, add constraint payment_refund_once unique (payment_id, key)`,
  )
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table payment_refund drop constraint payment_refund_once, add constraint payment_refund_key_unique unique (key)`)
}
