import type { Knex } from 'knex'

const columns = [
  'recipient_last_name',
  'recipient_phone',
  'billing_street',
  'billing_street2',
  'billing_city',
  'billing_province',
  'billing_zip',
  'billing_country',
]

/** Imported orders keep who they were sent to and where they were billed to apart. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table order_import ${columns.map((column) => `add column ${column} text not null default ''`).join(', ')}`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table order_import ${columns.map((column) => `drop column ${column}`).join(', ')}`)
}
