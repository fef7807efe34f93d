import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const made = tables({
  clickup_task: {
    // A task of the plugin `tasks`, which can be off.
    task_id: 'bigint not null constraint clickup_task_task_id_unique unique',
    clickup_id: 'text constraint clickup_task_clickup_id_unique unique',
    state: "text not null default 'waiting' check (state in ('waiting', 'synced', 'failed', 'ended'))",
    sent: "jsonb not null default '{}' constraint clickup_task_sent_shape check (jsonb_typeof(sent) = 'object')",
    received: "jsonb not null default '{}' constraint clickup_task_received_shape check (jsonb_typeof(received) = 'object')",
    problem: 'text',
    detail: 'text',
    create_tried_at: 'timestamptz',
    lease_until: 'timestamptz',
    synced_at: 'timestamptz',
    version: 'int not null default 1',
  },
  clickup_sync: {
    list_id: 'text not null constraint clickup_sync_list_id_unique unique',
    list_name: "text not null default ''",
    webhook_id: 'text',
    webhook_secret: 'text',
    webhook_endpoint: 'text',
    polled_until: 'timestamptz not null default now()',
    ran_at: 'timestamptz',
    problem: 'text',
    detail: 'text',
    lease_until: 'timestamptz',
    version: 'int not null default 1',
  },
})

/** Tasks that are linked to tasks of ClickUp, and the lists they are in. Of values only hashes are stored. */
export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw(`
    create index clickup_task_problem on clickup_task (updated_at desc, id desc) where problem is not null;
    alter table clickup_sync add constraint clickup_sync_webhook
      check ((webhook_id is null) = (webhook_secret is null) and (webhook_id is null) = (webhook_endpoint is null))`)
}

export const { down } = made
