import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const made = tables({
  booking_waitlist: {
    event_id: 'bigint not null references event',
    session_id: 'bigint not null references booking_session',
    // What is held for whoever has an offer.
    booking_id: 'bigint references booking on delete set null',
    customer_id: 'bigint',
    person_id: 'bigint',
    email: "text not null default ''",
    first_name: "text not null default ''",
    last_name: "text not null default ''",
    language: 'text not null',
    quantity: 'int not null constraint booking_waitlist_quantity_check check (quantity > 0)',
    status: `text not null default 'pending' constraint booking_waitlist_status_check
      check (status in ('pending', 'processing', 'completed', 'canceled'))`,
    offered_at: 'timestamptz',
    expires_at: 'timestamptz',
    version: 'int not null default 1',
  },
})

/** Those who wait for a place at a time that is full. */
export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw(`
    alter table event add waiting boolean not null default true,
      add offer_hold int not null default 720 constraint event_offer_hold_check check (offer_hold > 0);
    create unique index booking_waitlist_once on booking_waitlist (session_id, email) where status in ('pending', 'processing') and email <> '';
    create index booking_waitlist_next on booking_waitlist (session_id, id) where status = 'pending';
    create index booking_waitlist_offered on booking_waitlist (expires_at) where status = 'processing';
    create index booking_waitlist_person on booking_waitlist (person_id) where person_id is not null;
    create index booking_waitlist_email on booking_waitlist (email) where email <> '';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table event drop column waiting, drop column offer_hold')
  await made.down(knex)
}
