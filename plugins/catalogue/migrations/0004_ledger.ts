import type { Knex } from 'knex'

/** The ledger of goods is only ever added to; lists of it, and of what changed lately, have an index. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table inventory_movement
      add column ext jsonb not null default '{}',
      add constraint inventory_movement_type_check check (type in
        ('plus', 'minus', 'update', 'transfer_out', 'transfer_in', 'sale', 'return', 'receive', 'discard', 'stocktake', 'import')),
      add constraint inventory_movement_quantity_check check (quantity <> 0 and balance_after >= 0);
    create index inventory_movement_warehouse on inventory_movement (warehouse_id, id);
    create index inventory_movement_time on inventory_movement (created_at);

    create function inventory_movement_stays() returns trigger language plpgsql as $$
    begin
      raise exception 'the ledger of goods is only added to';
    end $$;
    create trigger inventory_movement_stays before update or delete on inventory_movement
      for each row execute function inventory_movement_stays();

    create index inventory_changed on inventory (updated_at);
    create index stock_changed on stock (updated_at);
    create index inventory_expiry on inventory (expiry_date) where expiry_date is not null and quantity > 0;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index inventory_expiry; drop index stock_changed; drop index inventory_changed;
    drop trigger inventory_movement_stays on inventory_movement; drop function inventory_movement_stays();
    drop index inventory_movement_time; drop index inventory_movement_warehouse;
    alter table inventory_movement drop column ext, drop constraint inventory_movement_type_check, drop constraint inventory_movement_quantity_check;
  `)
}
