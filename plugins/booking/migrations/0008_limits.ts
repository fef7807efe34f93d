import type { Knex } from 'knex'

/**
 * Where a visitor's booking came from, for limits on what one browser and one network hold at once: marks that mean nothing outside this shop.
 * An event may take one booking of a person for each of its times.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table booking add held_from text, add held_by text;
    create index booking_held_from on booking (held_from) where held_from is not null;
    create index booking_email_ahead on booking (email, starts_at) where email <> '';
    alter table event add one_per_person boolean not null default false;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table event drop column one_per_person;
    drop index booking_email_ahead;
    alter table booking drop column held_by, drop column held_from;
  `)
}
