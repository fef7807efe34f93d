import type { Knex } from 'knex'

/**
 * Who brought a private file in, and the field of the row that holds it. Files of before have neither: nobody can claim them,
 * and no clean-up takes them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table file
      add column uploader text,
      add column claimed_by text,
      add column claimed_id bigint,
      add column claimed_field text,
      add constraint file_claim_check check (
        num_nulls(claimed_by, claimed_id, claimed_field) in (0, 3) and (claimed_by is null or (is_private and uploader is not null))
      );
    create index file_waiting_idx on file (created_at) where uploader is not null and claimed_by is null;
    create index file_claim_idx on file (claimed_by, claimed_field) where claimed_by is not null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table file drop constraint file_claim_check, drop column uploader, drop column claimed_by, drop column claimed_id,
      drop column claimed_field
  `)
}
