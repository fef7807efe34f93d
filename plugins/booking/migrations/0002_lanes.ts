import type { Knex } from 'knex'

/** What is booked of a resource is looked up by it and by time, whichever event it is for. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index booking_session_lane on booking_session (lane, starts_at) where lane is not null')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index booking_session_lane')
}
