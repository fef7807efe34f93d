import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table brand (
      id bigint generated always as identity primary key,
      enabled boolean not null default true,
      title jsonb not null default '{}',
      url text not null constraint brand_url_unique unique,
      short_description jsonb not null default '{}',
      description jsonb not null default '{}',
      image text,
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table category (
      id bigint generated always as identity primary key,
      parent_id bigint constraint category_parent_id_fkey references category (id),
      title jsonb not null default '{}',
      url text not null constraint category_url_unique unique,
      "order" int not null default 0,
      visibled boolean not null default true,
      description jsonb not null default '{}',
      image text,
      meta_title jsonb not null default '{}',
      meta_description jsonb not null default '{}',
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index category_parent on category (parent_id, "order", id);

    -- Pairs of neighbouring characters: what makes two-character Chinese words findable by an index.
    create function stoa_bigrams(value text) returns text[] language sql immutable parallel safe as $$
      select coalesce(array_agg(distinct substr(v, n, 2)), '{}')
      from (select regexp_replace(lower(value), '\\s+', ' ', 'g') as v) as t, generate_series(1, greatest(char_length(v) - 1, 0)) as n
      where substr(v, n, 2) !~ '\\s'
    $$;

    create table product (
      id bigint generated always as identity primary key,
      sku text not null,
      name jsonb not null default '{}',
      url text not null,
      type text not null default 'general',
      description jsonb not null default '{}',
      short_description jsonb not null default '{}',
      brand_id bigint constraint product_brand_id_fkey references brand (id),
      is_new boolean not null default false,
      is_featured boolean not null default false,
      is_hot boolean not null default false,
      visibled boolean not null default true,
      is_redeemable boolean not null default false,
      redeem_start_date date,
      redeem_end_date date,
      has_expiry_date boolean not null default false,
      track_inventories boolean not null default true,
      meta_title jsonb not null default '{}',
      meta_description jsonb not null default '{}',
      search_text text generated always as (lower(sku || ' ' || coalesce(name->>'en-US', '') || ' ' || coalesce(name->>'zh-HK', '') || ' ' || coalesce(name->>'zh-CN', ''))) stored,
      search_bigrams text[] generated always as (stoa_bigrams(sku || ' ' || coalesce(name->>'en-US', '') || ' ' || coalesce(name->>'zh-HK', '') || ' ' || coalesce(name->>'zh-CN', ''))) stored,
      version int not null default 1,
      deleted_at timestamptz,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create unique index product_sku_unique on product (sku) where deleted_at is null;
    create unique index product_url_unique on product (url) where deleted_at is null;
    create index product_shown on product (id) where visibled and deleted_at is null;
    create index product_search on product using gin (search_bigrams);
    create index product_brand on product (brand_id);
    create index product_new on product (id) where is_new and visibled and deleted_at is null;
    create index product_featured on product (id) where is_featured and visibled and deleted_at is null;
    create index product_hot on product (id) where is_hot and visibled and deleted_at is null;

    create table product_category (
      product_id bigint not null references product (id) on delete cascade,
      category_id bigint not null constraint product_category_category_id_fkey references category (id),
      "order" int not null default 0,
      primary key (category_id, product_id)
    );
    create index product_category_product on product_category (product_id);

    create table product_option (
      id bigint generated always as identity primary key,
      product_id bigint not null references product (id) on delete cascade,
      key text not null,
      label jsonb not null default '{}',
      "order" int not null default 0,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint product_option_key_unique unique (product_id, key)
    );

    create table option_value (
      id bigint generated always as identity primary key,
      product_option_id bigint not null references product_option (id) on delete cascade,
      code text not null,
      label jsonb not null default '{}',
      "order" int not null default 0,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint option_value_code_unique unique (product_option_id, code)
    );

    create table product_image (
      id bigint generated always as identity primary key,
      product_id bigint not null references product (id) on delete cascade,
      path text not null,
      alt jsonb not null default '{}',
      "order" int not null default 0,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index product_image_product on product_image (product_id, "order", id);

    create table stock (
      id bigint generated always as identity primary key,
      product_id bigint not null references product (id) on delete cascade,
      sku text not null constraint stock_sku_unique unique,
      barcode text constraint stock_barcode_unique unique,
      values jsonb not null default '{}',
      price_minor bigint not null constraint stock_price_check check (price_minor >= 0),
      special_price_minor bigint constraint stock_special_price_check check (special_price_minor >= 0),
      cost_minor bigint,
      visibled boolean not null default true,
      stock_notification int not null default 0,
      points_to_redeem int not null default 0,
      redemption_limit int not null default 0,
      "order" int not null default 0,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index stock_product on stock (product_id, "order", id);
    create unique index stock_values_unique on stock (product_id, values) where visibled;
  `)
}

/** Goods were made here once: of a database of then they go with the rest. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table if exists reservation, inventory_movement, inventory, warehouse;
    drop table stock, product_image, option_value, product_option, product_category, product, category, brand; drop function stoa_bigrams(text)`)
}
