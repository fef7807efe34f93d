import type { Knex } from 'knex'

const common = `
  version int not null default 1,
  ext jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table menu (
      id bigint generated always as identity primary key,
      parent_id bigint constraint menu_parent_id_fkey references menu (id),
      title jsonb not null default '{}',
      type text not null,
      url text,
      "order" int not null default 0,
      enabled boolean not null default true,
      open_in_current_tab boolean not null default true,
      display_in_mobile boolean not null default true,
      display_in_desktop boolean not null default true,
      short_description jsonb not null default '{}',
      image text,
      meta_title jsonb not null default '{}',
      meta_description jsonb not null default '{}',
      css text,
      ${common}
    );
    create index menu_parent on menu (parent_id, "order", id);
    create index menu_target on menu (url, type);
    create table menu_product (
      menu_id bigint not null references menu (id) on delete cascade,
      product_id bigint not null,
      "order" int not null,
      primary key (menu_id, product_id)
    );
    create index menu_product_product on menu_product (product_id);

    create table slider (
      id bigint generated always as identity primary key,
      title jsonb not null default '{}',
      subtitle jsonb not null default '{}',
      image jsonb not null default '{}',
      image_mobile jsonb not null default '{}',
      url jsonb not null default '{}',
      button jsonb not null default '{}',
      position text not null default 'home',
      "order" int not null default 0,
      enabled boolean not null default true,
      starts_at timestamptz,
      ends_at timestamptz,
      open_in_current_tab boolean not null default true,
      ${common}
    );
    create index slider_position on slider (position, "order", id);

    create table announcement (
      id bigint generated always as identity primary key,
      title jsonb not null default '{}',
      content jsonb not null default '{}',
      status text not null default 'draft',
      audience text not null default 'both',
      starts_at timestamptz,
      ends_at timestamptz,
      pinned boolean not null default false,
      dismissible boolean not null default true,
      ${common}
    );
    create table announcement_role (
      announcement_id bigint not null references announcement (id) on delete cascade,
      role_id bigint not null constraint announcement_role_role_id_fkey references role (id) on delete cascade,
      "order" int not null,
      primary key (announcement_id, role_id)
    );
    create index announcement_role_role on announcement_role (role_id);
    create table announcement_read (
      announcement_id bigint not null references announcement (id) on delete cascade,
      reader_kind text not null,
      reader_id bigint not null,
      created_at timestamptz not null default now(),
      primary key (announcement_id, reader_kind, reader_id)
    );
    create index announcement_read_reader on announcement_read (reader_kind, reader_id);

    create table blog_category (
      id bigint generated always as identity primary key,
      title jsonb not null default '{}',
      url text not null constraint blog_category_url_unique unique,
      "order" int not null,
      visibled boolean not null default true,
      short_description jsonb not null default '{}',
      image text,
      meta_title jsonb not null default '{}',
      meta_short_description jsonb not null default '{}',
      ${common}
    );

    create table article (
      id bigint generated always as identity primary key,
      title jsonb not null default '{}',
      url text not null constraint article_url_unique unique,
      visibled boolean not null default true,
      show_date date,
      short_description jsonb not null default '{}',
      content jsonb not null default '{}',
      image text,
      banner text,
      meta_title jsonb not null default '{}',
      meta_short_description jsonb not null default '{}',
      ${common}
    );
    create index article_newest on article (show_date desc, id desc);
    create table article_blog_category (
      article_id bigint not null references article (id) on delete cascade,
      blog_category_id bigint not null constraint article_blog_category_blog_category_id_fkey references blog_category (id),
      "order" int not null,
      primary key (article_id, blog_category_id)
    );
    create index article_blog_category_category on article_blog_category (blog_category_id);
    create table article_product (
      article_id bigint not null references article (id) on delete cascade,
      product_id bigint not null,
      "order" int not null,
      primary key (article_id, product_id)
    );
    create index article_product_product on article_product (product_id);

    create table landing_page (
      id bigint generated always as identity primary key,
      name text not null,
      url text not null constraint landing_page_url_unique unique,
      status text not null default 'draft',
      published_at timestamptz not null,
      meta_description jsonb not null default '{}',
      elements jsonb not null default '{}',
      ${common}
    );
    create table landing_visit (
      landing_page_id bigint not null references landing_page (id) on delete cascade,
      day date not null,
      visitor_hash bytea not null,
      created_at timestamptz not null default now(),
      primary key (landing_page_id, day, visitor_hash)
    );
    create table landing_transfer (
      landing_page_id bigint not null references landing_page (id) on delete cascade,
      day date not null,
      kind text not null,
      ref text not null,
      created_at timestamptz not null default now(),
      primary key (kind, ref)
    );
    create index landing_transfer_page on landing_transfer (landing_page_id, day);
    create table landing_salt (
      day date primary key,
      salt bytea not null
    );

    create table redirect (
      id bigint generated always as identity primary key,
      source text not null constraint redirect_source_unique unique,
      target text not null,
      enabled boolean not null default true,
      ${common}
    );
    create index redirect_target on redirect (target);

    create table folder (
      id bigint generated always as identity primary key,
      parent_id bigint constraint folder_parent_id_fkey references folder (id),
      name text not null,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint folder_name_unique unique nulls not distinct (parent_id, name)
    );
    alter table file add column folder_id bigint constraint file_folder_id_fkey references folder (id);
    create index file_folder on file (folder_id, id);

    create table contact_message (
      id bigint generated always as identity primary key,
      name text not null,
      email text not null,
      subject text not null,
      message text not null,
      status text not null default 'to_do',
      assigned_to bigint constraint contact_message_assigned_to_fkey references account (id) on delete set null,
      ${common}
    );
    create index contact_message_status on contact_message (status, id);
    create index contact_message_assigned on contact_message (assigned_to);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table file drop column folder_id;
    drop table contact_message, folder, redirect, landing_salt, landing_transfer, landing_visit, landing_page,
    article_product, article_blog_category, article, blog_category, announcement_read, announcement_role, announcement,
    slider, menu_product, menu`)
}
