import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const made = tables({
  store: {
    code: 'text not null constraint store_code_unique unique',
    name: "jsonb not null default '{}'",
    description: "jsonb not null default '{}'",
    address: "jsonb not null default '{}'",
    phone: 'text',
    email: 'text',
    image: 'text',
    place: 'jsonb',
    // The place its goods lie in. No foreign key: whoever keeps goods may be away.
    warehouse_id: 'bigint',
    enabled: 'boolean not null default true',
    order: 'int not null default 0',
    version: 'int not null default 1',
  },
  store_hours: {
    store_id: 'bigint not null references store on delete cascade',
    days: "smallint[] not null default '{}'",
    opens: 'time not null',
    closes: 'time not null constraint store_hours_closes_check check (closes > opens)',
  },
})

export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw(`
    create table store_account (
      store_id bigint not null references store (id) on delete cascade,
      account_id bigint not null references account (id) on delete cascade,
      "order" int not null default 0,
      primary key (store_id, account_id)
    );
    create index store_account_account on store_account (account_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table store_account')
  await made.down(knex)
}
