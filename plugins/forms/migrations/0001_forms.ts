import type { Knex } from 'knex'

/** Forms with their pages and fields, what they looked like in each version, and what people sent. */
export async function up(knex: Knex): Promise<void> {
  const row = `
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()`
  await knex.raw(`
    create table form (
      id bigint generated always as identity primary key,
      title jsonb not null default '{}',
      url text not null constraint form_url_unique unique,
      type text not null default 'scratch',
      enabled boolean not null default true,
      allow_guest boolean not null default true,
      limit_submit boolean not null default false,
      closes_at timestamptz,
      max_submissions int constraint form_max_submissions_check check (max_submissions > 0),
      description jsonb not null default '{}',
      success_message jsonb not null default '{}',
      notify_emails text[] not null default '{}',
      confirm_submitter boolean not null default true,
      meta_title jsonb not null default '{}',
      meta_description jsonb not null default '{}',
      rules jsonb not null default '[]',
      form_version int not null default 0,
      submit_count int not null default 0 check (submit_count >= 0),
      version int not null default 1,${row}
    );
    create table form_tab (
      id bigint generated always as identity primary key,
      form_id bigint not null references form (id) on delete cascade,
      title jsonb not null default '{}',
      "order" int not null default 0,${row}
    );
    create index form_tab_form_id_idx on form_tab (form_id);
    create table form_field (
      id bigint generated always as identity primary key,
      form_tab_id bigint not null references form_tab (id) on delete cascade,
      enabled boolean not null default true,
      required boolean not null default false,
      type text not null,
      key text not null,
      title jsonb not null default '{}',
      placeholder jsonb not null default '{}',
      class text not null default '',
      additional_options jsonb not null default '{}',
      "order" int not null default 0,${row}
    );
    create index form_field_form_tab_id_idx on form_field (form_tab_id);

    -- What answers of a version are held to, with its words as they are now.
    create table form_shape (
      form_id bigint not null references form (id) on delete cascade,
      form_version int not null,
      shape jsonb not null,
      created_at timestamptz not null default now(),
      primary key (form_id, form_version)
    );

    create table form_submission (
      id bigint generated always as identity primary key,
      form_id bigint not null references form (id),
      form_version int not null,
      user_id bigint,
      person_id bigint,
      name text not null default '',
      email text,
      language text not null,
      status text not null default 'pending',
      answers jsonb not null default '{}',
      shape jsonb not null default '{}',
      -- Who may send a limited form once.
      submitter_key text,
      handled_by bigint references account (id) on delete set null,
      handled_at timestamptz,
      version int not null default 1,${row},
      constraint form_submission_submitter_key_unique unique (form_id, submitter_key)
    );
    create index form_submission_status on form_submission (form_id, status, id);
    create index form_submission_user on form_submission (user_id) where user_id is not null;
    create index form_submission_email on form_submission (email) where email is not null;
    create index form_submission_handled_by_idx on form_submission (handled_by);
    create table form_file (
      id bigint generated always as identity primary key,
      submission_id bigint not null references form_submission (id) on delete cascade,
      -- The field it answers; empty for what staff put beside.
      field_key text not null,
      -- As the upload has them: it is never changed, and so they are read without it.
      name text not null,
      path text not null,
      file bigint references file (id),${row}
    );
    create index form_file_submission_id_idx on form_file (submission_id);
    create index form_file_file_idx on form_file (file);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table form_file, form_submission, form_shape, form_field, form_tab, form')
}
