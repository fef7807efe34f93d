import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table ebook (
      id bigint generated always as identity primary key,
      url text not null constraint ebook_url_unique unique,
      title jsonb not null default '{}',
      description jsonb not null default '{}',
      cover jsonb not null default '{}',
      file jsonb not null default '{}',
      access text not null default 'public',
      product_id bigint constraint ebook_product_id_fkey references product (id),
      enabled boolean not null default true,
      "order" int not null default 0,
      downloads int not null default 0,
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index ebook_product on ebook (product_id);

    create table ebook_download (
      id bigint generated always as identity primary key,
      ebook_id bigint not null constraint ebook_download_ebook_id_fkey references ebook (id) on delete cascade,
      customer_id bigint,
      language text not null,
      ip_hash text not null,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index ebook_download_ebook on ebook_download (ebook_id, id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table ebook_download, ebook')
}
