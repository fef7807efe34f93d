import type { Knex } from 'knex'

/** Goods that a way of sending does not take, such as what breaks or must stay cold. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table shipping_method_product (
      shipping_method_id bigint not null references shipping_method (id) on delete cascade,
      product_id bigint not null references product (id) on delete cascade,
      "order" int not null,
      primary key (shipping_method_id, product_id)
    );
    create index shipping_method_product_product on shipping_method_product (product_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table shipping_method_product')
}
