import type { Knex } from 'knex'

const common = `
  ext jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table attribute (
      id bigint generated always as identity primary key,
      key text not null constraint attribute_key_unique unique,
      label jsonb not null default '{}',
      kind text not null default 'filter',
      input text not null default 'select',
      position text[] not null default '{}',
      "order" int not null default 0,
      enabled boolean not null default true,
      version int not null default 1,
      ${common}
    );

    create table attribute_value (
      id bigint generated always as identity primary key,
      attribute_id bigint not null references attribute (id) on delete cascade,
      code text not null,
      label jsonb not null default '{}',
      colour text,
      image text,
      "order" int not null default 0,
      ${common},
      constraint attribute_value_code_unique unique (attribute_id, code)
    );

    -- Living products keep an attribute from being deleted (a hook says so in words); deleted ones do not.
    create table product_attribute (
      id bigint generated always as identity primary key,
      product_id bigint not null references product (id) on delete cascade,
      attribute_id bigint not null constraint product_attribute_attribute_id_fkey references attribute (id) on delete cascade,
      text jsonb not null default '{}',
      number numeric,
      flag boolean not null default false,
      ${common},
      constraint product_attribute_attribute_id_unique unique (product_id, attribute_id)
    );
    create index product_attribute_attribute on product_attribute (attribute_id);

    create table product_attribute_value (
      product_attribute_id bigint not null references product_attribute (id) on delete cascade,
      attribute_value_id bigint not null constraint product_attribute_value_values_fkey references attribute_value (id) on delete cascade,
      "order" int not null default 0,
      primary key (product_attribute_id, attribute_value_id)
    );
    create index product_attribute_value_value on product_attribute_value (attribute_value_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table product_attribute_value, product_attribute, attribute_value, attribute')
}
