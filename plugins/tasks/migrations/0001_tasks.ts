import type { Knex } from 'knex'
import { jsonShapes, tables } from 'stoa/migrations'

const made = tables({
  task: {
    title: 'text not null',
    description: "text not null default ''",
    status: "text not null default 'to_do' check (status in ('to_do', 'process', 'completed', 'canceled'))",
    priority: "text not null default 'normal'",
    due_at: 'timestamptz',
    all_day: 'boolean not null default false',
    assignee_admin_id: 'bigint references account on delete set null',
    creator_admin_id: 'bigint references account on delete set null',
    subject_type: 'text',
    subject_id: 'bigint',
    checklist: "jsonb not null default '[]'",
    remind_at: 'timestamptz',
    reminded_at: 'timestamptz',
    recurrence: "text not null default 'none'",
    recurrence_every: 'int not null default 1',
    recurrence_until: 'date',
    recurrence_day: 'int',
    series_id: 'bigint',
    external_tool: 'text',
    external_id: 'text',
    external_url: 'text',
    completed_at: 'timestamptz',
    completed_by: 'bigint references account on delete set null',
    changed_at: 'timestamptz default now()',
    version: 'int not null default 1',
  },
})
const shapes = jsonShapes({ task: { checklist: { type: 'array', items: 'object' } } })

/** Tasks and who watches them. A series has at most one open task; a task of another tool is linked once. */
export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await shapes.up(knex)
  await knex.raw(`
    alter table task add constraint task_subject check ((subject_type is null) = (subject_id is null)),
      add constraint task_external check ((external_tool is null) = (external_id is null));
    create unique index task_series_open on task (series_id) where status in ('to_do', 'process');
    create unique index task_external_once on task (external_tool, external_id);
    create index task_subject_idx on task (subject_type, subject_id);
    create index task_due_idx on task (due_at, id);
    create index task_own_due on task (assignee_admin_id, due_at) where status in ('to_do', 'process');
    create index task_reminder on task (remind_at) where reminded_at is null and status in ('to_do', 'process');
    create table task_watcher (
      task_id bigint not null references task on delete cascade,
      account_id bigint not null references account on delete cascade,
      "order" int not null default 0,
      primary key (task_id, account_id)
    );
    create index task_watcher_account on task_watcher (account_id)`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table task_watcher')
  await made.down(knex)
}
