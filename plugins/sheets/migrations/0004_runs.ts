import type { Knex } from 'knex'

/**
 * Imports and exports become runs, with numbers of their own there. What was under way is taken up again as silent: a run whose last
 * sign of life lies an hour back.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table transfer add column run_id bigint;
    update transfer t set run_id = n.run_id
      from (select id, nextval(pg_get_serial_sequence('run', 'id')) as run_id from (select id from transfer order by id) o) n
      where n.id = t.id;

    insert into run (id, kind, status, input, cursor, step, done, total, answer, problem, account_id, language, speech,
        beat_at, ended_at, created_at, updated_at)
      overriding system value
      select run_id, 'sheets/' || kind, status,
        jsonb_build_object('resource', resource, 'file_name', file_name) || (options - 'language' - 'speak'),
        -- An answer that is no rehearsal any more belongs to an import that is taken back.
        case when status = 'abnormal' and exists (select 1 from transfer_row r where r.transfer_id = transfer.id) then '{"part": "undo"}'::jsonb
          when kind = 'export' or status = 'to_do' or answer -> 'import' is null then null
          when status in ('approved', 'processing') and (answer #>> '{import,dry_run}')::boolean then '{"part": "apply"}'::jsonb
          when status in ('approved', 'processing') or answer -> 'undo' is not null then '{"part": "undo"}'::jsonb
          when (answer #>> '{import,dry_run}')::boolean then null
          else '{"part": "apply"}'::jsonb end,
        0, done, total, nullif(answer - 'problem', '{}'::jsonb), answer -> 'problem', account_id,
        options ->> 'language', options ->> 'speak',
        now() - interval '1 hour',
        case when status in ('completed', 'canceled', 'abnormal') then updated_at end, created_at, updated_at
      from transfer;

    insert into run_part (run_id, place, bytes) select t.run_id, p.place, p.bytes from transfer_part p join transfer t on t.id = p.transfer_id;

    alter table transfer_row add column run_id bigint, add column undone boolean not null default false;
    update transfer_row r set run_id = t.run_id from transfer t where t.id = r.transfer_id;
    alter table transfer_row drop column transfer_id;
    alter table transfer_row alter column run_id set not null,
      add constraint transfer_row_run_id_fkey foreign key (run_id) references run (id) on delete cascade;
    create index transfer_row_of_run on transfer_row (run_id, id);
    drop table transfer_part, transfer;

    -- Nobody knows the jobs of the old kind any more.
    do $$ begin
      if to_regclass('graphile_worker._private_jobs') is not null then
        delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
          where t.id = j.task_id and t.identifier in ('sheets/rehearse', 'sheets/apply', 'sheets/undo', 'sheets/write', 'sheets/tidy');
      end if;
    end $$;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create table transfer (
      id bigint generated always as identity primary key,
      kind text not null constraint transfer_kind_known check (kind in ('import', 'export')),
      resource text not null,
      status text not null,
      file_name text not null,
      options jsonb not null default '{}',
      account_id bigint constraint transfer_account_exists references account (id) on delete cascade,
      done int not null default 0,
      total int,
      answer jsonb,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index transfer_of_account on transfer (account_id, id desc);
    insert into transfer (id, kind, resource, status, file_name, options, account_id, done, total, answer, created_at, updated_at)
      overriding system value
      select id, substr(kind, 8), input ->> 'resource',
        -- No job of the old kind is queued for what is under way: whoever began it is told, and begins it anew.
        case when status in ('to_do', 'approved', 'processing') then 'abnormal' else status end,
        input ->> 'file_name',
        (input - 'resource' - 'file_name') || jsonb_build_object('language', language, 'speak', speech),
        account_id, done, total, answer, created_at, updated_at
      from run where kind in ('sheets/import', 'sheets/export');
    select setval(pg_get_serial_sequence('transfer', 'id'), coalesce((select max(id) from transfer), 0) + 1, false);

    create table transfer_part (
      transfer_id bigint not null references transfer (id) on delete cascade,
      place int not null,
      bytes bytea not null,
      primary key (transfer_id, place)
    );
    insert into transfer_part select p.run_id, p.place, p.bytes from run_part p join transfer t on t.id = p.run_id;

    delete from transfer_row where undone;
    alter table transfer_row drop column undone, drop constraint transfer_row_run_id_fkey;
    alter table transfer_row rename column run_id to transfer_id;
    alter table transfer_row add constraint transfer_row_transfer_id_fkey foreign key (transfer_id) references transfer (id) on delete cascade;
    alter index transfer_row_of_run rename to transfer_row_of_transfer;
    delete from run where kind in ('sheets/import', 'sheets/export');
  `)
}
