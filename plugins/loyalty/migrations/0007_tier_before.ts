import type { Knex } from 'knex'

/** Where somebody stood before they rose by themselves: they go back to it when what brought the tier is refunded. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table loyalty_member add column before jsonb')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table loyalty_member drop column before')
}
