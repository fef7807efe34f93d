import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Units of it that came back: their points are back with them, and they do not count towards the limit.
    alter table redemption add column returned int not null default 0,
      add constraint redemption_returned_check check (returned between 0 and quantity);
    update redemption set returned = quantity where returned_at is not null`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table redemption drop column returned')
}
