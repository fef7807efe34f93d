import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- An order of the shop that somebody came for: its ticket says what was taken for it at the counter, which may be nothing.
    alter table pos_ticket drop constraint pos_ticket_kind_check,
      add constraint pos_ticket_kind_check check (kind in ('sale', 'return', 'pickup'))`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table pos_ticket drop constraint pos_ticket_kind_check,
      add constraint pos_ticket_kind_check check (kind in ('sale', 'return')) not valid`)
}
