import type { Knex } from 'knex'

/** How often a refund was handed to payments: each time they know it by another key. Until now its history was counted. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table refund add column turns int not null default 0;
    update refund r set turns = h.turns from (select document_id, count(*)::int as turns from status_history
      where document_type = 'refund' and to_status = 'process' group by 1) h where h.document_id = r.id`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table refund drop column turns')
}
