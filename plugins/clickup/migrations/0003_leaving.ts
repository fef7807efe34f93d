import type { Knex } from 'knex'

/**
 * What is needed to leave nothing behind at ClickUp: links of erased tasks, and the token that a webhook was registered with, which can be used
 * after the shop was connected otherwise.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table clickup_task drop constraint clickup_task_state_check;
    alter table clickup_task add constraint clickup_task_state_check check (state in ('waiting', 'synced', 'failed', 'ended', 'erasing'));
    alter table clickup_sync add column webhook_token text, add column webhook_checked_at timestamptz`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table clickup_sync drop column webhook_token, drop column webhook_checked_at;
    update clickup_task set state = 'ended' where state = 'erasing';
    alter table clickup_task drop constraint clickup_task_state_check;
    alter table clickup_task add constraint clickup_task_state_check check (state in ('waiting', 'synced', 'failed', 'ended'))`)
}
