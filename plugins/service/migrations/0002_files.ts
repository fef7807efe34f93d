import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const made = tables({
  application_file: {
    application_id: 'bigint not null references application on delete cascade',
    name: "text not null default ''",
    path: "text not null default ''",
    size: 'int not null default 0',
    file: 'bigint references file',
    // When the applicant was written to that it is there.
    told_at: 'timestamptz',
  },
})

/** Papers staff give to whoever asked for a service. */
export const up = (knex: Knex): Promise<void> => made.up(knex)

export const down = (knex: Knex): Promise<void> => made.down(knex)
