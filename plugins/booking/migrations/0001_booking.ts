import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const hours = {
  weekdays: "smallint[] not null default '{}'",
  starts: 'time not null',
  ends: 'time not null',
  since: 'date',
  until: 'date',
}
const exception = { day: 'date not null', closed: 'boolean not null default false', starts: 'time', ends: 'time' }

const made = tables({
  event_category: {
    title: "jsonb not null default '{}'",
    url: 'text not null constraint event_category_url_unique unique',
    visibled: 'boolean not null default true',
    order: 'int not null default 0',
    short_description: "jsonb not null default '{}'",
    image: 'text',
    meta_title: "jsonb not null default '{}'",
    meta_short_description: "jsonb not null default '{}'",
    version: 'int not null default 1',
  },
  booking_resource: {
    name: 'text not null constraint booking_resource_name_unique unique',
    kind: "text not null default 'staff' constraint booking_resource_kind_check check (kind in ('staff', 'room', 'equipment'))",
    account_id: 'bigint references account on delete set null',
    time_zone: 'text',
    enabled: 'boolean not null default true',
    version: 'int not null default 1',
  },
  booking_resource_hours: { booking_resource_id: 'bigint not null references booking_resource on delete cascade', ...hours },
  booking_resource_exception: { booking_resource_id: 'bigint not null references booking_resource on delete cascade', ...exception },
  event: {
    title: "jsonb not null default '{}'",
    url: 'text not null constraint event_url_unique unique',
    category_id: 'bigint references event_category',
    kind: "text not null default 'appointment' constraint event_kind_check check (kind in ('appointment', 'session', 'day'))",
    visibled: 'boolean not null default true',
    order: 'int not null default 0',
    short_description: "jsonb not null default '{}'",
    content: "jsonb not null default '{}'",
    location: "jsonb not null default '{}'",
    image: 'text',
    price_minor: 'bigint not null default 0 constraint event_price_check check (price_minor >= 0)',
    duration: 'int not null default 60 constraint event_duration_check check (duration > 0)',
    slot_interval: 'int not null default 30 constraint event_slot_interval_check check (slot_interval > 0)',
    time_zone: 'text',
    capacity: 'int not null default 1 constraint event_capacity_check check (capacity > 0)',
    max_quantity: 'int not null default 1 constraint event_max_quantity_check check (max_quantity > 0)',
    notice: 'int not null default 120',
    advance_days: 'int not null default 90',
    buffer_before: 'int not null default 0',
    buffer_after: 'int not null default 0',
    hold: 'int not null default 15',
    needs_approval: 'boolean not null default false',
    reschedule_until: 'int not null default 1440',
    cancel_until: 'int not null default 1440',
    max_reschedules: 'int not null default 3',
    remind_before: 'int not null default 1440',
    meta_title: "jsonb not null default '{}'",
    meta_short_description: "jsonb not null default '{}'",
    version: 'int not null default 1',
  },
  event_hours: { event_id: 'bigint not null references event on delete cascade', ...hours },
  event_exception: { event_id: 'bigint not null references event on delete cascade', ...exception },
  event_refund_step: {
    event_id: 'bigint not null references event on delete cascade',
    before: 'int not null',
    percent: 'numeric not null constraint event_refund_step_percent_check check (percent between 0 and 100)',
  },
  booking_session: {
    event_id: 'bigint not null references event',
    resource_id: 'bigint references booking_resource',
    starts_at: 'timestamptz not null',
    ends_at: 'timestamptz not null',
    capacity: 'int not null',
    taken: 'int not null default 0',
    version: 'int not null default 1',
  },
  booking: {
    number: 'text not null constraint booking_number_unique unique',
    event_id: 'bigint not null references event',
    session_id: 'bigint not null references booking_session',
    // Beside the session, so that lists sort by it.
    starts_at: 'timestamptz not null',
    ends_at: 'timestamptz not null',
    // The clock it was booked by.
    zone: 'text not null',
    quantity: 'int not null constraint booking_quantity_check check (quantity > 0)',
    status: `text not null default 'draft' constraint booking_status_check
      check (status in ('draft', 'pending', 'approved', 'present', 'absent', 'completed', 'rejected', 'canceled', 'refunded', 'abnormal'))`,
    customer_id: 'bigint',
    person_id: 'bigint',
    email: "text not null default ''",
    first_name: "text not null default ''",
    last_name: "text not null default ''",
    country_code: 'text',
    phone: 'text',
    language: 'text not null',
    source: "text not null default 'store' constraint booking_source_check check (source in ('store', 'admin'))",
    price_minor: 'bigint not null',
    order_number: 'text',
    order_id: 'bigint',
    order_line_id: 'bigint',
    // What a cart names it by. Nobody can guess it, so nobody takes over what another holds.
    hold_key: 'bigint not null constraint booking_hold_key_unique unique',
    hold_expires_at: 'timestamptz',
    // Null while it is only held: then it is nobody's, and people do not see it.
    asked_at: 'timestamptz',
    sequence: 'int not null default 0',
    reschedules: 'int not null default 0',
    comment: "text not null default ''",
    cancel_reason: "text not null default ''",
    remark: "text not null default ''",
    reminded_at: 'timestamptz',
    canceled_at: 'timestamptz',
    created_by: 'bigint references account on delete set null',
    version: 'int not null default 1',
  },
})

/** What can be booked, when, and who has booked it. */
export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw(`
    create table event_booking_resource (
      event_id bigint not null references event (id) on delete cascade,
      booking_resource_id bigint not null constraint event_booking_resource_booking_resource_id_fkey references booking_resource (id),
      "order" int not null,
      primary key (event_id, booking_resource_id)
    );
    create index event_booking_resource_resource on event_booking_resource (booking_resource_id);

    alter table booking_session
      -- What holds one session at a time: the resource; of appointments without one the event itself, with a minus. Null: nothing.
      add lane bigint,
      -- The session with what is kept free around it.
      add busy tstzrange not null,
      add constraint booking_session_taken_check check (taken between 0 and capacity),
      add constraint booking_session_once unique nulls not distinct (event_id, resource_id, starts_at),
      -- Ranges of one number stand for equality, which needs no extension.
      add constraint booking_session_apart exclude using gist (int8range(lane, lane, '[]') with &&, busy with &&) where (taken > 0 and lane is not null);
    create index booking_session_starts on booking_session (event_id, starts_at);

    create sequence booking_number_seq;
    create index booking_starts on booking (starts_at desc, id desc);
    create index booking_customer on booking (customer_id) where customer_id is not null;
    create index booking_person on booking (person_id) where person_id is not null;
    create index booking_email on booking (email) where email <> '';
    create index booking_order on booking (order_id) where order_id is not null;
    create index booking_held on booking (hold_expires_at) where status = 'draft';
    create index booking_ahead on booking (starts_at) where status = 'approved';

    -- Letters that were written, each once.
    create table booking_letter (
      booking_id bigint not null references booking (id) on delete cascade,
      kind text not null,
      ref int not null default 0,
      at timestamptz not null default now(),
      primary key (booking_id, kind, ref)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table booking_letter, event_booking_resource')
  await made.down(knex)
  await knex.raw('drop sequence booking_number_seq')
}
