import type { Knex } from 'knex'

/** Payments whose payer was erased: the contents of webhooks about them are cleared. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payment add column erased_at timestamptz;
    create index payment_erased on payment (payment_method_id) where erased_at is not null`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table payment drop column erased_at')
}
