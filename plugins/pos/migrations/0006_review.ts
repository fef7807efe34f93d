import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What a ticket that was sold offline lacks of its price and of the books, while nobody approved it.
    alter table pos_ticket add column review_minor bigint not null default 0 constraint pos_ticket_review_check check (review_minor >= 0),
      add column approved_by bigint references account (id) on delete set null;
    create index pos_ticket_review on pos_ticket (session_id) where review_minor > 0 and seen_at is null;
    -- Since when the device has been heard of without a longer gap; its last contact is seen_at.
    alter table pos_device add column online_since timestamptz not null default now()`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table pos_device drop column online_since;
    alter table pos_ticket drop column review_minor, drop column approved_by`)
}
