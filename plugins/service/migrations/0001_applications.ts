import type { Knex } from 'knex'

/** What people asked for by a form: services somebody has to say yes to, or that are paid at once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create sequence application_number_seq;
    create table application (
      id bigint generated always as identity primary key,
      number text not null constraint application_number_unique unique,
      status text not null default 'pending',
      product_id bigint not null constraint application_product_id_fkey references product (id),
      stock_id bigint not null constraint application_stock_id_fkey references stock (id),
      -- What it was called when it was asked for.
      service text not null,
      choice text not null default '',
      quantity int not null default 1 check (quantity between 1 and 9999),
      price_minor bigint not null check (price_minor >= 0),
      email text not null,
      first_name text not null default '',
      last_name text not null default '',
      country_code text,
      phone text,
      language text not null,
      customer_id bigint,
      person_id bigint references person (id),
      form_submission_id bigint constraint application_form_submission_id_fkey references form_submission (id) on delete set null,
      -- Names it in a cart. It cannot be guessed.
      sale_key bigint not null constraint application_sale_key_unique unique,
      order_id bigint references sales_order (id),
      order_number text,
      order_line_id bigint,
      assigned_to bigint constraint application_assigned_to_fkey references account (id) on delete set null,
      decision_note text not null default '',
      decided_by bigint constraint application_decided_by_fkey references account (id) on delete set null,
      decided_at timestamptz,
      remark text not null default '',
      -- When it became somebody's work: sent, or of what needs no yes, paid.
      applied_at timestamptz,
      approved_at timestamptz,
      -- When nothing more was to come of it.
      ended_at timestamptz,
      reminded_at timestamptz,
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index application_customer on application (customer_id) where customer_id is not null;
    create index application_person on application (person_id) where person_id is not null;
    create index application_email on application (email) where email <> '';
    create index application_order on application (order_id) where order_id is not null;
    create index application_waiting on application (created_at) where status = 'pending';
    create index application_begun on application (created_at) where status = 'draft';

    -- Letters that were written, each once.
    create table application_letter (
      application_id bigint not null references application (id) on delete cascade,
      kind text not null,
      ref int not null default 0,
      at timestamptz not null default now(),
      primary key (application_id, kind, ref)
    )`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table application_letter, application; drop sequence application_number_seq')
}
