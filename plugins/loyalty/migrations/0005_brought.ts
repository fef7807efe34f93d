import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const made = tables({
  points_import: {
    key: 'text not null constraint points_import_key_unique unique',
    customer_id: 'bigint not null references customer (id) on delete cascade',
    person_id: 'bigint not null references person (id)',
    // What a sheet named its member by, until the member was found.
    phone: 'text',
    points: 'int not null constraint points_import_points_check check (points > 0)',
    expires_at: 'timestamptz',
    note: "text not null default ''",
  },
})

export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw(
    'create index points_import_person on points_import (person_id); create index points_import_customer on points_import (customer_id)',
  )
}

export async function down(knex: Knex): Promise<void> {
  await made.down(knex)
}
