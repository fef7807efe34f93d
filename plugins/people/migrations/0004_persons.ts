import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table person alter column email drop not null;
    alter table person
      add column merged_into_id bigint constraint person_merged_into_id_fkey references person (id),
      add column erased_at timestamptz;
    create index person_merged_into on person (merged_into_id) where merged_into_id is not null;

    create table person_identity (
      id bigint generated always as identity primary key,
      person_id bigint not null constraint person_identity_person_id_fkey references person (id) on delete cascade,
      kind text not null check (kind in ('email', 'phone')),
      value_norm text not null,
      verified_at timestamptz,
      created_at timestamptz not null default now(),
      constraint person_identity_unique unique (person_id, kind, value_norm)
    );
    create index person_identity_value on person_identity (kind, value_norm);
    create unique index person_identity_verified on person_identity (kind, value_norm) where verified_at is not null;

    -- Rows are only added; the newest of an address, channel and topic counts.
    create table consent (
      id bigint generated always as identity primary key,
      person_id bigint constraint consent_person_id_fkey references person (id),
      address_norm text not null,
      channel text not null default 'email',
      topic text not null default 'marketing',
      state text not null check (state in ('subscribed', 'unsubscribed', 'suppressed')),
      reason text not null,
      source text not null default '',
      at timestamptz not null default now()
    );
    create index consent_newest on consent (address_norm, channel, topic, id desc);
    create index consent_person on consent (person_id);

    create table timeline_activity (
      id bigint generated always as identity primary key,
      person_id bigint not null constraint timeline_activity_person_id_fkey references person (id) on delete cascade,
      occurred_at timestamptz not null default now(),
      plugin text not null,
      type text not null,
      subject_type text,
      subject_id bigint,
      actor_kind text not null,
      actor_id bigint,
      summary jsonb not null,
      amount_minor bigint,
      currency text,
      visibility text not null default 'staff' check (visibility in ('staff', 'person')),
      permission text not null,
      dedupe_key text not null constraint timeline_activity_dedupe_key_unique unique,
      created_at timestamptz not null default now()
    );
    create index timeline_activity_person on timeline_activity (person_id, occurred_at desc, id desc);

    -- Those who are here already.
    insert into person (email, first_name, last_name, country_code, phone)
      select email, first_name, last_name, country_code, phone from customer where person_id is null
      on conflict (email) do nothing;
    update customer c set person_id = p.id from person p where c.person_id is null and p.email = c.email;
    insert into person_identity (person_id, kind, value_norm, verified_at)
      select p.id, 'email', p.email, (select c.email_verified_at from customer c where c.email = p.email) from person p where p.email is not null;
    insert into consent (person_id, address_norm, state, reason, source)
      select person_id, email, case when is_subscribe then 'subscribed' else 'unsubscribed' end, 'user', 'account' from customer;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table timeline_activity, consent, person_identity;
    alter table person drop column erased_at, drop column merged_into_id;
    delete from person where email is null;
    alter table person alter column email set not null`)
}
