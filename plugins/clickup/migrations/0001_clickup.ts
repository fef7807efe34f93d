import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const made = tables({
  clickup_workspace: {
    connection: 'text not null',
    workspace_id: 'text not null',
    name: "text not null default ''",
    color: 'text',
    position: 'int not null default 0',
    read_at: 'timestamptz not null default now()',
    spaces: "jsonb constraint clickup_workspace_spaces_shape check (jsonb_typeof(spaces) = 'array')",
    spaces_read_at: 'timestamptz',
    version: 'int not null default 1',
  },
  clickup_rate_limit: {
    connection: 'text not null constraint clickup_rate_limit_connection_unique unique',
    blocked_until: 'timestamptz not null',
    version: 'int not null default 1',
  },
})

/** What ClickUp last answered, by connection: a hash of the token, so that nothing outlives the token it was read with. */
export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw(`
    alter table clickup_workspace
      add constraint clickup_workspace_once unique (connection, workspace_id),
      add constraint clickup_workspace_spaces_read check ((spaces is null) = (spaces_read_at is null))`)
}

export const { down } = made
