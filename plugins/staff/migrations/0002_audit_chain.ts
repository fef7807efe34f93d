import type { Knex } from 'knex'

/** Each line of the audit log with the hash that chains it to the one before, and where the chain ends, signed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table audit_link (
      link bigint primary key,
      audit_id bigint not null constraint audit_link_audit_id_unique unique,
      said bytea not null,
      hash bytea not null
    );
    create table audit_head (
      id int primary key default 1 constraint audit_head_alone check (id = 1),
      link bigint not null default 0,
      hash bytea not null default '\\x',
      signature text not null default '',
      settled_id bigint not null default 0,
      settling_id bigint not null default 0,
      settled_at timestamptz not null default now()
    );
    insert into audit_head default values;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table audit_head, audit_link')
}
