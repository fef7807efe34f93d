import type { Knex } from 'knex'

const fields = ['warehouse_id', 'pickup_warehouse_id'] as const

/** The warehouses of a store are there: held by the database as soon as there are warehouses. What named none until then names nothing. */
export async function up(knex: Knex): Promise<void> {
  for (const field of fields)
    await knex.raw(`
      update store set ${field} = null where ${field} is not null and not exists (select from warehouse w where w.id = store.${field});
      alter table store add constraint store_${field}_fkey foreign key (${field}) references warehouse (id)`)
}

export async function down(knex: Knex): Promise<void> {
  for (const field of fields) await knex.raw(`alter table store drop constraint store_${field}_fkey`)
}
