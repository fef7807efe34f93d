import type { Knex } from 'knex'

/** Saved reports that are sorted by net sales after refunds keep their order: the measure has a new name. */
export async function up(knex: Knex): Promise<void> {
  await rename(knex, 'kept', 'net_after_refunds')
}

export async function down(knex: Knex): Promise<void> {
  await rename(knex, 'net_after_refunds', 'kept')
}

const rename = (knex: Knex, from: string, to: string) =>
  knex.raw(`update saved_report set query = regexp_replace(query, ?, ?) where report in ('sales', 'products')`, [
    `(^|&)sort=(-?)${from}(&|$)`,
    `\\1sort=\\2${to}\\3`,
  ])
