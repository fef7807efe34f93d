import type { Knex } from 'knex'

/**
 * Gateways: limits of methods, webhooks, refunds, payment proofs and unmatched payments. The payment ledger is append-only.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table payment_method
      add column applies_to text[] not null default '{store,booking,pos,admin}',
      add column currencies text[] not null default '{}',
      add column min_minor bigint,
      add column max_minor bigint,
      add column mode text not null default 'live' constraint payment_method_mode_check check (mode in ('test', 'live'));

    insert into payment_method (code, provider, title, enabled, "order") values
      ('free', 'free', '{"en-US": "Nothing to pay", "zh-HK": "毋須付款", "zh-CN": "无须付款"}', false, 0)
      on conflict (code) do nothing;

    alter table payment
      add column provider text not null default 'offline',
      add column provider_payment_id text,
      add column action jsonb,
      add column error_code text,
      add column error_message text,
      add column expires_at timestamptz,
      add column asked_at timestamptz,
      add column reviewed_by bigint,
      add column version int not null default 1;
    create index payment_provider on payment (payment_method_id, provider_payment_id) where provider_payment_id is not null;
    create index payment_open on payment (updated_at) where status in ('processing', 'payment_review');

    alter table payment_transaction
      add column payment_method_id bigint references payment_method (id),
      add column currency text,
      add column raw jsonb,
      add constraint payment_transaction_kind_check check (kind in ('authorize', 'capture', 'void', 'refund', 'chargeback', 'adjust'));
    -- A transaction id of a gateway is recorded once, over all attempts. Null: recorded by staff.
    create unique index payment_transaction_provider_once on payment_transaction (payment_method_id, kind, provider_txn_id)
      where payment_method_id is not null;
    create index payment_transaction_payment on payment_transaction (payment_id, id);

    create function payment_transaction_stays() returns trigger language plpgsql as $$
    begin
      raise exception 'the ledger of payments is only added to';
    end $$;
    create trigger payment_transaction_stays before update or delete on payment_transaction
      for each row execute function payment_transaction_stays();

    create table payment_event (
      id bigint generated always as identity primary key,
      payment_method_id bigint not null references payment_method (id),
      provider text not null,
      event_key text not null,
      type text not null default '',
      payload bytea not null,
      headers jsonb not null default '{}',
      received_at timestamptz not null default now(),
      processed_at timestamptz,
      result text not null default '',
      constraint payment_event_once unique (payment_method_id, event_key)
    );
    create index payment_event_waiting on payment_event (id) where processed_at is null;

    create table payment_refund (
      id bigint generated always as identity primary key,
      payment_id bigint not null references payment (id),
      key text not null constraint payment_refund_key_unique unique,
      amount_minor bigint not null check (amount_minor > 0),
      reason text not null default '',
      capture_txn_id text not null default '',
      status text not null default 'pending' check (status in ('pending', 'process', 'completed', 'abnormal')),
      by_hand boolean not null default false,
      auto boolean not null default false,
      provider_refund_id text,
      message text not null default '',
      tries int not null default 0,
      actor text not null default '',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index payment_refund_payment on payment_refund (payment_id, id);
    create index payment_refund_open on payment_refund (updated_at) where status in ('pending', 'process') and not by_hand;

    create table payment_proof (
      id bigint generated always as identity primary key,
      payment_id bigint not null references payment (id),
      file_id bigint references file (id),
      note text not null default '',
      status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
      reviewed_by bigint,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index payment_proof_payment on payment_proof (payment_id, id);
    create index payment_proof_file on payment_proof (file_id);

    create table money_inbox (
      id bigint generated always as identity primary key,
      reason text not null,
      payment_id bigint references payment (id),
      document_type text,
      document_id bigint,
      subject text not null default '',
      amount_minor bigint not null default 0,
      currency text,
      detail text not null default '',
      status text not null default 'pending',
      note text not null default '',
      resolved_by bigint,
      resolved_at timestamptz,
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint money_inbox_once unique (payment_id, reason)
    );
    create unique index money_inbox_stray on money_inbox (reason, subject) where payment_id is null;
    create index money_inbox_status on money_inbox (status, id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table money_inbox, payment_proof, payment_refund, payment_event;
    drop trigger payment_transaction_stays on payment_transaction;
    drop function payment_transaction_stays();
    drop index payment_transaction_payment; drop index payment_transaction_provider_once;
    alter table payment_transaction drop constraint payment_transaction_kind_check, drop column raw, drop column currency, drop column payment_method_id;
    drop index payment_open; drop index payment_provider;
    alter table payment drop column version, drop column reviewed_by, drop column asked_at, drop column expires_at, drop column error_message,
      drop column error_code, drop column action, drop column provider_payment_id, drop column provider;
    delete from payment_method where provider = 'free';
    alter table payment_method drop constraint payment_method_mode_check, drop column mode, drop column max_minor, drop column min_minor,
      drop column currencies, drop column applies_to;
  `)
}
