import type { Knex } from 'knex'

const name = 'shipment_warehouse_id_fkey'

/** The warehouse a parcel left from is there: held by the database as soon as there are warehouses. An older database may have it already. */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: unknown[] }>(
    `select 1 from pg_constraint where conname = ? and conrelid = 'shipment'::regclass`,
    [name],
  )
  if (rows.length > 0) return
  await knex.raw(`alter table shipment add constraint ${name} foreign key (warehouse_id) references warehouse (id)`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table shipment drop constraint if exists ${name}`)
}
