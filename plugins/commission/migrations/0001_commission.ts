import type { Knex } from 'knex'
import { jsonShapes, tables } from 'stoa/migrations'

const frequencies = "'monthly', 'biweekly', 'quarterly', 'semi_annual', 'annual'"
const span = (table: string) => `date constraint ${table}_valid_to_check check (valid_to >= valid_from)`

const made = tables({
  commission_group: {
    name: 'text not null constraint commission_group_name_unique unique',
    base: "text not null default 'net_of_discount' check (base in ('gross', 'net_of_discount', 'margin'))",
    trigger: "text not null default 'order_completed' check (trigger in ('order_paid', 'order_completed'))",
    method: "text not null default 'fixed_percent' check (method in ('product_percent', 'fixed_percent', 'tier_slab', 'tier_marginal'))",
    fixed_percent: 'numeric(5, 2) not null default 0 check (fixed_percent between 0 and 100)',
    settlement: `text not null default 'monthly' check (settlement in (${frequencies}))`,
    enabled: 'boolean not null default true',
    version: 'int not null default 1',
  },
  commission_tier: {
    group_id: 'bigint not null references commission_group on delete cascade',
    amount_from_minor: 'bigint not null check (amount_from_minor >= 0)',
    amount_to_minor: 'bigint check (amount_to_minor > amount_from_minor)',
    percent: 'numeric(5, 2) not null check (percent between 0 and 100)',
  },
  commission_member: {
    group_id: 'bigint not null references commission_group on delete cascade',
    admin_id: 'bigint not null references account',
    valid_from: 'date not null',
    valid_to: span('commission_member'),
    version: 'int not null default 1',
  },
  commission_node: {
    name: 'text not null',
    admin_id: 'bigint not null references account',
    parent_id: 'bigint references commission_node',
    override_percent: 'numeric(5, 2) not null default 0 check (override_percent between 0 and 100)',
    valid_from: 'date not null',
    valid_to: span('commission_node'),
    version: 'int not null default 1',
  },
  product_commission: {
    product_id: 'bigint not null references product on delete cascade',
    commission_group_id: 'bigint not null references commission_group on delete cascade',
    percentage: 'numeric(5, 2) not null check (percentage between 0 and 100)',
  },
  commission_order: {
    order_id: 'bigint not null constraint commission_order_order_id_unique unique',
    order_number: 'text not null',
    paid_on: 'date not null',
    source: "text not null default 'none' check (source in ('seller', 'owner', 'coupon', 'store', 'manual', 'none'))",
    // Percentages of the products when the order was first seen, by "product/group".
    rates: "jsonb not null default '{}'",
    // The newest entry of the ledger of sales that was posted, by the trigger of groups.
    paid_through: 'bigint not null default 0',
    completed_through: 'bigint not null default 0',
    version: 'int not null default 1',
  },
  commission_share: {
    commission_order_id: 'bigint not null references commission_order on delete cascade',
    admin_id: 'bigint not null references account',
    share_percent: 'numeric(5, 2) not null check (share_percent > 0 and share_percent <= 100)',
  },
  commission_settlement: {
    number: 'text not null constraint commission_settlement_number_unique unique',
    admin_id: 'bigint not null references account',
    settlement: `text not null check (settlement in (${frequencies}))`,
    period_start: 'date not null',
    period_end: 'date not null check (period_end >= period_start)',
    currency: 'text not null',
    total_minor: 'bigint not null default 0 check (total_minor >= 0)',
    status: "text not null default 'draft' check (status in ('draft', 'processing', 'pending', 'approved', 'paid', 'canceled'))",
    approved_by: 'bigint references account on delete set null',
    approved_at: 'timestamptz',
    paid_at: 'date',
    payment_reference: "text not null default ''",
    payroll_id: 'bigint',
    version: 'int not null default 1',
  },
  commission_entry: {
    admin_id: 'bigint not null references account',
    seller_admin_id: 'bigint references account',
    group_id: 'bigint references commission_group',
    settlement: `text not null check (settlement in (${frequencies}))`,
    kind: "text not null check (kind in ('direct', 'override', 'adjust', 'reversal'))",
    reverses: "text check (reverses in ('direct', 'override'))",
    source_type: "text not null check (source_type in ('sales_entry', 'settlement', 'carry'))",
    source_id: 'bigint not null',
    order_id: 'bigint',
    order_number: 'text',
    order_item_id: 'bigint',
    base_amount_minor: 'bigint not null default 0',
    currency: 'text not null',
    percent: 'numeric(5, 2)',
    amount_minor: 'bigint not null',
    share_percent: 'numeric(5, 2)',
    earned_at: 'date not null',
    // First day of the settlement period in which the base counts towards tiers.
    tier_period: 'date',
    status: "text not null default 'pending' check (status in ('pending', 'approved', 'paid', 'canceled'))",
    settlement_id: 'bigint references commission_settlement',
  },
})
const shapes = jsonShapes({ commission_order: { rates: { type: 'object' } } })

/**
 * Commissions: who earns how much, the ledger of what was earned, and its settlements. Amounts of entries never change, and entries are never
 * deleted: triggers refuse both.
 */
export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await shapes.up(knex)
  await knex.raw(`
    create sequence commission_settlement_number_seq;
    -- Deferred, since a form that replaces rows inserts the new ones before it removes the old ones.
    alter table commission_tier add constraint commission_tier_amount_from_unique unique (group_id, amount_from_minor) deferrable initially deferred;
    -- One account is in a group once at a time, and has one position at a time. The hash stands for both ids, because only ranges have a
    -- gist operator class.
    alter table commission_member add constraint commission_member_apart exclude using gist (
      numrange(hashtextextended(group_id::text, admin_id)::numeric, hashtextextended(group_id::text, admin_id)::numeric, '[]') with &&,
      daterange(valid_from, valid_to, '[]') with &&);
    alter table commission_node add constraint commission_node_apart exclude using gist (
      int8range(admin_id, admin_id, '[]') with &&, daterange(valid_from, valid_to, '[]') with &&);
    alter table product_commission add constraint product_commission_group_unique unique (product_id, commission_group_id) deferrable initially deferred;
    alter table commission_share add constraint commission_share_admin_unique unique (commission_order_id, admin_id) deferrable initially deferred;
    create index commission_order_unassigned on commission_order (paid_on) where source = 'none';
    create unique index commission_settlement_once on commission_settlement (admin_id, period_start, period_end, currency)
      where status <> 'canceled';
    create index commission_settlement_payroll on commission_settlement (payroll_id) where payroll_id is not null;
    create unique index commission_entry_once on commission_entry
      (source_type, source_id, order_item_id, admin_id, seller_admin_id, group_id, kind, reverses, tier_period) nulls not distinct
      where status <> 'canceled';
    create index commission_entry_open on commission_entry (admin_id, settlement, earned_at) where settlement_id is null and status = 'pending';
    create index commission_entry_tier on commission_entry (admin_id, group_id, tier_period) where tier_period is not null;
    create index commission_entry_order on commission_entry (order_id) where order_id is not null;
    create index commission_entry_earned on commission_entry (earned_at, id);

    create function commission_entry_stays() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then raise exception 'entries of commissions are never deleted'; end if;
      if (new.admin_id, new.seller_admin_id, new.group_id, new.settlement, new.kind, new.reverses, new.source_type, new.source_id, new.order_id,
          new.order_number, new.order_item_id, new.base_amount_minor, new.currency, new.percent, new.amount_minor, new.share_percent, new.earned_at,
          new.tier_period)
        is distinct from (old.admin_id, old.seller_admin_id, old.group_id, old.settlement, old.kind, old.reverses, old.source_type, old.source_id,
          old.order_id, old.order_number, old.order_item_id, old.base_amount_minor, old.currency, old.percent, old.amount_minor, old.share_percent,
          old.earned_at, old.tier_period)
      then raise exception 'entries of commissions never change: a reversal or an adjustment corrects them'; end if;
      return new;
    end $$;
    create trigger commission_entry_stays before update or delete on commission_entry for each row execute function commission_entry_stays();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop trigger commission_entry_stays on commission_entry; drop function commission_entry_stays()')
  await made.down(knex)
  await knex.raw('drop sequence commission_settlement_number_seq')
}
