import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const made = tables({
  booking_file: {
    booking_id: 'bigint not null references booking on delete cascade',
    name: "text not null default ''",
    path: "text not null default ''",
    size: 'int not null default 0',
    brought_by: "text not null constraint booking_file_brought_by_check check (brought_by in ('customer', 'staff'))",
    file: 'bigint references file',
  },
})

/** Papers that go with a booking, from those who come and from the house. */
export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw(`
    alter table event add files_max int not null default 0 constraint event_files_max_check check (files_max between 0 and 20);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table event drop column files_max')
  await made.down(knex)
}
