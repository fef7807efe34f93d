import type { Knex } from 'knex'

/**
 * What a product is given for points for, and who earns a commission of it, are fields that other plugins add. Their values move to where
 * these plugins keep them, whether or not they are installed.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    update product set ext = ext || jsonb_build_object('loyalty', coalesce(ext->'loyalty', '{}') || jsonb_build_object(
        'is_redeemable', is_redeemable, 'redeem_start_date', redeem_start_date, 'redeem_end_date', redeem_end_date))
      where is_redeemable or redeem_start_date is not null or redeem_end_date is not null;
    update stock set ext = ext || jsonb_build_object('loyalty', coalesce(ext->'loyalty', '{}') || jsonb_build_object(
        'points_to_redeem', points_to_redeem, 'redemption_limit', redemption_limit))
      where points_to_redeem <> 0 or redemption_limit <> 0;
    update product p set ext = p.ext || jsonb_build_object('commission', coalesce(p.ext->'commission', '{}') || jsonb_build_object(
        'commissions', c.rows))
      from (select product_id, jsonb_agg(jsonb_build_object('name', name, 'percentage', percentage::text) order by "order", id) as rows
        from product_commission group by product_id) c where c.product_id = p.id;
    alter table product drop is_redeemable, drop redeem_start_date, drop redeem_end_date;
    alter table stock drop points_to_redeem, drop redemption_limit;
    drop table product_commission;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create table product_commission (
      id bigint generated always as identity primary key,
      product_id bigint not null references product (id) on delete cascade,
      name text not null,
      percentage numeric(5, 2) not null constraint product_commission_percentage_check check (percentage between 0 and 100),
      "order" int not null default 0,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint product_commission_name_unique unique (product_id, name)
    );
    alter table stock add points_to_redeem int not null default 0, add redemption_limit int not null default 0;
    alter table product add is_redeemable boolean not null default false, add redeem_start_date date, add redeem_end_date date;
    insert into product_commission (product_id, name, percentage, "order")
      select p.id, c.value->>'name', (c.value->>'percentage')::numeric, c.place
      from product p, jsonb_array_elements(p.ext->'commission'->'commissions') with ordinality as c(value, place);
    update stock set points_to_redeem = coalesce((ext->'loyalty'->>'points_to_redeem')::int, 0),
      redemption_limit = coalesce((ext->'loyalty'->>'redemption_limit')::int, 0), ext = ext - 'loyalty' where ext->'loyalty' is not null;
    update product set is_redeemable = coalesce((ext->'loyalty'->>'is_redeemable')::boolean, false),
      redeem_start_date = (ext->'loyalty'->>'redeem_start_date')::date, redeem_end_date = (ext->'loyalty'->>'redeem_end_date')::date,
      ext = ext - 'loyalty' - 'commission' where ext->'loyalty' is not null or ext->'commission' is not null;
  `)
}
