import type { Knex } from 'knex'

/** Tables of the kernel: who may do what, what was said about it, and what is still to be done. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table role (
      id bigint generated always as identity primary key,
      name text not null constraint role_name_unique unique,
      superuser boolean not null default false,
      permission_list text[] not null default '{}',
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table account (
      id bigint generated always as identity primary key,
      name text not null,
      email text not null,
      password_hash text,
      role_id bigint not null references role (id),
      enabled boolean not null default true,
      language text not null default 'en-US',
      theme text not null default 'system',
      must_change_password boolean not null default false,
      last_login_at timestamptz,
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create unique index account_email_unique on account (lower(email));
    create index account_role_id on account (role_id);

    create table session (
      token_hash bytea primary key,
      kind text not null,
      subject_id bigint not null,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index session_subject on session (kind, subject_id);
    create index session_expires on session (expires_at);

    create table password_reset (
      token_hash bytea primary key,
      kind text not null,
      subject_id bigint not null,
      expires_at timestamptz not null,
      used_at timestamptz
    );

    create table rate_limit (
      key text primary key,
      hits int not null,
      expires_at timestamptz not null
    );

    create table setting (
      name text primary key,
      value jsonb not null default '{}',
      updated_at timestamptz not null default now()
    );

    create table audit_log (
      id bigint generated always as identity primary key,
      actor_kind text not null,
      actor_id bigint,
      actor_name text not null,
      verb text not null,
      resource text not null,
      row_id bigint,
      changes jsonb not null default '[]',
      request_id text,
      address text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index audit_log_row on audit_log (resource, row_id, id);
    create index audit_log_time on audit_log (created_at);

    create table status_history (
      id bigint generated always as identity primary key,
      document_type text not null,
      document_id bigint not null,
      from_status text,
      to_status text not null,
      actor_kind text not null,
      actor_id bigint,
      reason text not null default '',
      created_at timestamptz not null default now()
    );
    create index status_history_document on status_history (document_type, document_id, id);

    create table file (
      id bigint generated always as identity primary key,
      path text not null constraint file_path_unique unique,
      name text not null,
      mime text not null,
      size int not null,
      width int,
      height int,
      sha256 text not null,
      is_private boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table mail (
      id bigint generated always as identity primary key,
      recipient text not null,
      subject text not null,
      text_body text not null,
      html_body text not null default '',
      status text not null default 'pending',
      error text not null default '',
      sent_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table idempotency_key (
      scope text not null,
      key text not null,
      fingerprint text not null,
      status int,
      body jsonb,
      created_at timestamptz not null default now(),
      primary key (scope, key)
    );

    create table cron_run (
      name text not null,
      scheduled_for timestamptz not null,
      primary key (name, scheduled_for)
    );

    create table job_worker (
      worker_id text primary key,
      process text not null,
      created_at timestamptz not null default now()
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table job_worker, cron_run, idempotency_key, mail, file, status_history, audit_log,
    setting, rate_limit, password_reset, session, account, role`)
}
