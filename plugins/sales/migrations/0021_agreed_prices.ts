import type { Knex } from 'knex'

/** A price staff agreed on is final: what is taken off by itself leaves such a line alone. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table order_line add column discountable boolean not null default true')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table order_line drop column discountable')
}
