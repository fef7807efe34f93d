import type { Knex } from 'knex'

/** Saved reports, their recipients, and which emails were sent. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table saved_report (
      id bigint generated always as identity primary key,
      report text not null,
      name text not null,
      query text not null default '',
      account_id bigint not null references account (id) on delete cascade,
      shared boolean not null default false,
      schedule text not null default 'none' check (schedule in ('none', 'daily', 'weekly', 'monthly')),
      format text not null default 'xlsx',
      next_at timestamptz,
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint saved_report_next_check check ((schedule = 'none') = (next_at is null))
    );
    create index saved_report_report on saved_report (report, id);
    create index saved_report_account on saved_report (account_id);
    create index saved_report_due on saved_report (next_at) where next_at is not null;
    create table saved_report_recipient (
      saved_report_id bigint not null references saved_report (id) on delete cascade,
      account_id bigint not null references account (id) on delete cascade,
      "order" int not null default 0,
      primary key (saved_report_id, account_id)
    );
    create index saved_report_recipient_account on saved_report_recipient (account_id);
    create table report_email (
      saved_report_id bigint not null references saved_report (id) on delete cascade,
      account_id bigint not null references account (id) on delete cascade,
      due_at timestamptz not null,
      mail_id bigint,
      primary key (saved_report_id, account_id, due_at)
    );
    create index report_email_account on report_email (account_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table report_email, saved_report_recipient, saved_report')
}
