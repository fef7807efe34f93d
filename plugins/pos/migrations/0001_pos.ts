import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const made = tables({
  pos_register: {
    store_id: 'bigint not null references store',
    code: 'text not null constraint pos_register_code_unique unique',
    name: 'text not null',
    enabled: 'boolean not null default true',
    version: 'int not null default 1',
  },
  pos_limit: {
    role_id: 'bigint not null references role on delete cascade constraint pos_limit_role_id_unique unique',
    most_off: 'numeric not null default 0 constraint pos_limit_most_off_check check (most_off between 0 and 100)',
    most_back_minor: 'bigint not null default 0 constraint pos_limit_most_back_check check (most_back_minor >= 0)',
    version: 'int not null default 1',
  },
  pos_session: {
    number: 'text not null constraint pos_session_number_unique unique',
    store_id: 'bigint not null references store',
    register_id: 'bigint not null references pos_register',
    status: "text not null default 'processing'",
    opened_by: 'bigint references account on delete set null',
    opened_at: 'timestamptz not null default now()',
    float_minor: 'bigint not null constraint pos_session_float_check check (float_minor >= 0)',
    counted_minor: 'bigint',
    expected_minor: 'bigint',
    difference_minor: 'bigint',
    reason: "text not null default ''",
    closed_by: 'bigint references account on delete set null',
    closed_at: 'timestamptz',
    version: 'int not null default 1',
  },
  pos_ticket: {
    client_uuid: 'uuid not null constraint pos_ticket_client_uuid_unique unique',
    fingerprint: 'text not null',
    number: "text not null default ''",
    kind: "text not null default 'sale' constraint pos_ticket_kind_check check (kind in ('sale', 'return'))",
    store_id: 'bigint not null references store',
    session_id: 'bigint not null references pos_session',
    // The session its device wrote it in; another one counts it when it came after that was closed.
    written_in: 'bigint not null references pos_session',
    device: 'uuid not null',
    place: 'int not null constraint pos_ticket_place_check check (place > 0)',
    order_id: 'bigint references sales_order',
    order_number: "text not null default ''",
    refund_id: 'bigint',
    cashier_id: 'bigint references account on delete set null',
    total_minor: 'bigint not null default 0',
    discount_minor: 'bigint not null default 0',
    rounding_minor: 'bigint not null default 0',
    sold_at: 'timestamptz not null default now()',
    offline: 'boolean not null default false',
    trouble: "text[] not null default '{}'",
    seen_by: 'bigint references account on delete set null',
    seen_at: 'timestamptz',
  },
  pos_cash: {
    session_id: 'bigint not null references pos_session',
    ticket_id: 'bigint references pos_ticket',
    client_uuid: 'uuid not null constraint pos_cash_client_uuid_unique unique',
    kind: "text not null constraint pos_cash_kind_check check (kind in ('float', 'sale', 'refund', 'in', 'out', 'drop'))",
    // Into the drawer above zero, out of it below.
    amount_minor: 'bigint not null constraint pos_cash_amount_check check (amount_minor <> 0)',
    reason: "text not null default ''",
    account_id: 'bigint references account on delete set null',
    actor: "text not null default ''",
  },
})

export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw(`
    create sequence pos_session_number_seq;
    -- A register is open once at a time: of two who open it at once, the second joins the first.
    create unique index pos_session_open on pos_session (register_id) where status in ('processing', 'payment_review');
    create index pos_ticket_sold on pos_ticket (store_id, sold_at desc, id desc);
    create index pos_ticket_number on pos_ticket (number);
    create index pos_ticket_unseen on pos_ticket (id) where trouble <> '{}' and seen_at is null;

    -- How a ticket was paid: what was kept, and of cash what was handed over.
    create table pos_payment (
      id bigint generated always as identity primary key,
      ticket_id bigint not null references pos_ticket (id),
      method text not null,
      amount_minor bigint not null constraint pos_payment_amount_check check (amount_minor <> 0),
      tendered_minor bigint,
      reference text not null default ''
    );
    create index pos_payment_ticket on pos_payment (ticket_id);

    -- How many tickets a device said it wrote in a session, and which of its devices it is.
    create table pos_device (
      session_id bigint not null references pos_session (id),
      device uuid not null,
      place int not null,
      last int not null default 0,
      -- Turns it gave to tickets that were refused: nothing comes for them.
      unused int[] not null default '{}',
      seen_at timestamptz not null default now(),
      primary key (session_id, device),
      constraint pos_device_place_unique unique (session_id, place)
    );
    create unique index pos_ticket_once on pos_ticket (device, written_in, place);

    -- Each count of a drawer, also those that were made again.
    create table pos_count (
      id bigint generated always as identity primary key,
      session_id bigint not null references pos_session (id),
      counted_minor bigint not null,
      account_id bigint references account (id) on delete set null,
      actor text not null default '',
      created_at timestamptz not null default now()
    );
    create index pos_count_session on pos_count (session_id);

    -- Tickets that wait for their buyer to come back. Whoever takes one up takes it away.
    create table pos_parked (
      id uuid primary key,
      store_id bigint not null references store (id) on delete cascade,
      label text not null default '',
      body jsonb not null,
      account_id bigint references account (id) on delete set null,
      actor text not null default '',
      created_at timestamptz not null default now()
    );
    create index pos_parked_store on pos_parked (store_id, created_at);

    create function pos_cash_stays() returns trigger language plpgsql as $$
    begin
      -- The one who moved it may leave the house; what was moved stays.
      if tg_op = 'UPDATE' and new.account_id is null and (to_jsonb(new) - 'account_id') = (to_jsonb(old) - 'account_id') then return new; end if;
      raise exception 'the cash of a till is only added to';
    end $$;
    create trigger pos_cash_stays before update or delete on pos_cash for each row execute function pos_cash_stays();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table pos_parked, pos_count, pos_device, pos_payment; drop trigger pos_cash_stays on pos_cash')
  await made.down(knex)
  await knex.raw('drop function pos_cash_stays(); drop sequence pos_session_number_seq')
}
