import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table sms_message add column sealed text')
  // Codes live for minutes; what was kept of them is of use to nobody.
  await knex.raw(`update sms_message set body = regexp_replace(body, '[0-9]{6}', '•••', 'g')`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table sms_message drop column sealed')
}
