import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const made = tables({
  broadcast: {
    title: 'text not null',
    channel: "text not null default 'email' constraint broadcast_channel_check check (channel in ('email', 'sms'))",
    status: `text not null default 'draft' constraint broadcast_status_check
      check (status in ('draft', 'pending', 'process', 'disabled', 'sent', 'canceled', 'abnormal'))`,
    topic_id: 'bigint not null references topic',
    subject: "jsonb not null default '{}'",
    body: "jsonb not null default '{}'",
    message: "jsonb not null default '{}'",
    sender_name: "text not null default ''",
    reply_to: 'text',
    audience: 'jsonb not null default \'{"include": [], "exclude": []}\'',
    // Account whose permissions limit the audience: the one that set it last. The id stays after the account is deleted.
    audience_by: 'bigint',
    send_at: 'timestamptz',
    rate_per_min: 'int constraint broadcast_rate_check check (rate_per_min > 0)',
    mind_quiet: 'boolean not null default true',
    tracking: 'boolean not null default true',
    started_at: 'timestamptz',
    finished_at: 'timestamptz',
    to_send: 'int not null default 0',
    left_out: "jsonb not null default '{}'",
    errors_in_row: 'int not null default 0',
    last_error: "text not null default ''",
    created_by: 'bigint references account on delete set null',
    resend_of: 'bigint references broadcast on delete set null',
    resend_which: "text constraint broadcast_resend_check check (resend_which in ('failed', 'unknown'))",
    // Totals of events that were deleted after 400 days.
    counted: "jsonb not null default '{}'",
    version: 'int not null default 1',
  },
  broadcast_recipient: {
    broadcast_id: 'bigint not null references broadcast on delete cascade',
    channel: 'text not null',
    person_id: 'bigint references person on delete set null',
    contact_id: 'bigint',
    address_norm: 'text not null',
    name: "text not null default ''",
    language: 'text not null',
    merge_data: "jsonb not null default '{}'",
    // Legal basis: consent, or a recent purchase.
    basis: "text not null default 'consent'",
    status: `text not null default 'pending' constraint broadcast_recipient_status_check
      check (status in ('pending', 'process', 'sent', 'abnormal', 'rejected', 'canceled'))`,
    reason: "text not null default ''",
    error: "text not null default ''",
    attempts: 'int not null default 0',
    // Token of the claim: a sender with another token is refused.
    claim: 'text',
    claimed_at: 'timestamptz',
    // Set right before the provider gets the end of the message.
    handed_at: 'timestamptz',
    due_at: 'timestamptz',
    sent_at: 'timestamptz',
    provider_id: "text not null default ''",
    domain: "text generated always as (split_part(address_norm, '@', 2)) stored",
  },
})

/** Broadcasts, their recipients and the result for each. */
export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw(`
    -- One row per address.
    create unique index broadcast_recipient_once on broadcast_recipient (broadcast_id, address_norm);
    create index broadcast_recipient_next on broadcast_recipient (broadcast_id, status, id);
    create index broadcast_recipient_working on broadcast_recipient (claimed_at) where status = 'process';
    create index broadcast_recipient_rate on broadcast_recipient (broadcast_id, claimed_at) where claimed_at is not null;
    create index broadcast_recipient_lately on broadcast_recipient (address_norm, claimed_at) where claimed_at is not null;
    create index broadcast_recipient_domain on broadcast_recipient (claimed_at, domain) where claimed_at is not null;
    create index broadcast_recipient_contact on broadcast_recipient (contact_id) where contact_id is not null;
    create index broadcast_due on broadcast (send_at) where status = 'pending';

    create table broadcast_link (
      id bigint generated always as identity primary key,
      broadcast_id bigint not null references broadcast (id) on delete cascade,
      url text not null,
      constraint broadcast_link_once unique (broadcast_id, url)
    );
    create table broadcast_event (
      id bigint generated always as identity primary key,
      recipient_id bigint not null references broadcast_recipient (id) on delete cascade,
      type text not null constraint broadcast_event_type_check
        check (type in ('open', 'click', 'bounce_soft', 'bounce_hard', 'complaint', 'unsubscribe')),
      link_id bigint references broadcast_link (id) on delete cascade,
      -- Opened or clicked by a program, not by a person.
      auto boolean not null default false,
      -- Idempotency key of a notice.
      event_key text constraint broadcast_event_key_unique unique,
      at timestamptz not null default now(),
      meta jsonb not null default '{}'
    );
    create index broadcast_event_recipient on broadcast_event (recipient_id, type);
    create index broadcast_event_link on broadcast_event (link_id);
    create index broadcast_event_at on broadcast_event (at);

    -- Sender slots: the number of jobs that send at the same time, over all processes. The lease of a dead process expires.
    create table broadcast_lane (lane int primary key, holder text not null default '', held_until timestamptz not null default '-infinity');
    insert into broadcast_lane (lane) values (0), (1);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table broadcast_lane, broadcast_event, broadcast_link')
  await made.down(knex)
}
