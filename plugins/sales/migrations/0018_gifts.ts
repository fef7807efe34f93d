import type { Knex } from 'knex'

/** Lines that are given along with an order: they follow from it, so whoever writes it anew does not write them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table order_line add column gift boolean not null default false')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table order_line drop column gift')
}
