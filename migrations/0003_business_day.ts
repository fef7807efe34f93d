import type { Knex } from 'knex'

/**
 * The calendar day it is for the business, whatever zone the server runs in. Ask for it as `(select business_day())`:
 * so it is worked out once for a statement and not for every row. The zone of a shop that never saved its settings
 * is the default of the `basic` group.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function business_day() returns date language sql stable parallel safe as $$
      select (now() at time zone coalesce((select value->>'time_zone' from setting where name = 'basic'), 'Asia/Hong_Kong'))::date
    $$
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function business_day()')
}
