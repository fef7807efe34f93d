import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const made = tables({
  // What people are checked in with. One that is off is told nothing any more.
  booking_device: {
    uuid: 'uuid not null constraint booking_device_uuid_unique unique',
    name: 'text not null',
    enabled: 'boolean not null default true',
    seen_at: 'timestamptz not null default now()',
    account_id: 'bigint references account on delete set null',
    version: 'int not null default 1',
  },
  // Every scan, also of what was no code of ours: that one by a print of it.
  booking_checkin: {
    device_id: 'bigint not null references booking_device',
    nonce: 'uuid not null',
    booking_id: 'bigint references booking on delete set null',
    seat_id: 'bigint',
    seat_no: 'int',
    event_id: 'bigint references event on delete set null',
    print: 'text',
    result: "text not null default 'unknown'",
    at: 'timestamptz not null',
    offline: 'boolean not null default false',
    // What the device said to whoever stood there, when it had no network.
    told: 'text',
    trouble: "text constraint booking_checkin_trouble_check check (trouble in ('twice', 'unexpected'))",
    note: "text not null default ''",
    account_id: 'bigint references account on delete set null',
    undone_at: 'timestamptz',
  },
})

/** Nineteen digits nobody can guess, of the random bits of two ids. */
const SHORT = `lpad((('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint % 1000000000)::text, 9, '0')
  || lpad((('x' || right(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint % 10000000000)::text, 10, '0')`

/** Seats of bookings, what lets people in, and what was scanned. */
export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw(`
    alter table event
      add attendance boolean not null default false,
      add checkin_opens int not null default 60 constraint event_checkin_opens_check check (checkin_opens >= 0),
      add checkin_closes int not null default 0 constraint event_checkin_closes_check check (checkin_closes >= 0);
    -- Counts moves: a code says which one it is of.
    alter table booking add code_rev int not null default 0;

    create table booking_seat (
      id bigint generated always as identity primary key,
      booking_id bigint not null references booking (id) on delete cascade,
      seat_no int not null constraint booking_seat_no_check check (seat_no > 0),
      short text not null default ${SHORT} constraint booking_seat_short_unique unique,
      status text not null default 'pending' constraint booking_seat_status_check check (status in ('pending', 'present', 'absent')),
      checked_at timestamptz,
      device_id bigint references booking_device (id),
      constraint booking_seat_once unique (booking_id, seat_no)
    );
    insert into booking_seat (booking_id, seat_no, status)
      select b.id, n, case b.status when 'present' then 'present' else 'pending' end from booking b cross join lateral generate_series(1, b.quantity) n
      where b.status in ('approved', 'present', 'abnormal') order by b.id, n;

    create unique index booking_checkin_once on booking_checkin (device_id, nonce);
    create index booking_checkin_at on booking_checkin (at desc, id desc);
    create index booking_checkin_seat on booking_checkin (seat_id) where seat_id is not null;
    create index booking_session_door on booking_session (starts_at) where taken > 0;
    create index booking_of_session on booking (session_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index booking_of_session, booking_session_door;
    drop table booking_seat;
    alter table booking drop column code_rev;
    alter table event drop column attendance, drop column checkin_opens, drop column checkin_closes;
  `)
  await made.down(knex)
}
