import type { Knex } from 'knex'

/** The document of an appeal: a private file, with its path and name for the employee. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table hr_appeal add column document bigint references file, add column document_path text not null default '',
      add column document_name text not null default ''
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table hr_appeal drop column document, drop column document_path, drop column document_name')
}
