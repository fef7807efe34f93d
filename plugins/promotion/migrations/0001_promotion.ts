import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const made = tables({
  promotion: {
    title: "jsonb not null default '{}'",
    status: "text not null default 'draft' constraint promotion_status_check check (status in ('draft', 'published', 'disabled'))",
    trigger: "text not null default 'automatic' constraint promotion_trigger_check check (trigger in ('automatic', 'code'))",
    starts_at: 'timestamptz',
    ends_at: 'timestamptz',
    weekdays: "smallint[] not null default '{}'",
    from_time: 'time',
    to_time: 'time',
    priority: 'int not null default 0',
    combinable: 'boolean not null default true',
    stop_after: 'boolean not null default false',
    usage_limit: 'int constraint promotion_usage_limit_check check (usage_limit > 0)',
    usage_per_customer: 'int constraint promotion_usage_per_customer_check check (usage_per_customer > 0)',
    budget_minor: 'bigint constraint promotion_budget_check check (budget_minor > 0)',
    conditions: "jsonb not null default '[]'",
    actions: "jsonb not null default '[]'",
    remark: "text not null default ''",
    version: 'int not null default 1',
  },
  coupon: {
    promotion_id: 'bigint not null constraint coupon_promotion_id_fkey references promotion on delete cascade',
    code: 'text not null constraint coupon_code_unique unique constraint coupon_code_check check (code = upper(code))',
    enabled: 'boolean not null default true',
    usage_limit: 'int constraint coupon_usage_limit_check check (usage_limit > 0)',
    customer_id: 'bigint constraint coupon_customer_id_fkey references customer on delete set null',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz',
    remark: "text not null default ''",
  },
  // What a rule gave to an order, at placement. What came back stays, with when.
  promotion_usage: {
    promotion_id: 'bigint not null constraint promotion_usage_promotion_id_fkey references promotion',
    coupon_id: 'bigint constraint promotion_usage_coupon_id_fkey references coupon on delete set null',
    order_id: 'bigint not null constraint promotion_usage_order_id_fkey references sales_order on delete cascade',
    code: 'text',
    amount_minor: 'bigint not null default 0 constraint promotion_usage_amount_check check (amount_minor >= 0)',
    // Marks of the account, the address and the number it was used by.
    who: "text[] not null default '{}'",
    released_at: 'timestamptz',
  },
})

/**
 * `promotion_counter` holds what is limited, and only that: a rule or a code without a limit is used by many at once without one
 * waiting for the other. Whoever sets a limit counts anew, under the lock of the rule.
 */
export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw(`
    create index promotion_live on promotion (id) where status = 'published';
    alter table promotion_usage add constraint promotion_usage_once unique (order_id, promotion_id);
    create table promotion_counter (
      kind text not null constraint promotion_counter_kind_check check (kind in ('rule', 'code', 'person')),
      ref bigint not null,
      who text not null default '',
      used int not null constraint promotion_counter_used_check check (used >= 0),
      spent_minor bigint not null default 0 constraint promotion_counter_spent_check check (spent_minor >= 0),
      primary key (kind, ref, who)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table promotion_counter')
  await made.down(knex)
}
