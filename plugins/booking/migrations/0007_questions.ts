import type { Knex } from 'knex'

/**
 * Events ask questions through a form, and for a phone. `held_answers` are those of a draft; when it is asked for, they become the
 * submission `form_submission_id`.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table event add form_id bigint,
      add ask_phone text not null default 'no' constraint event_ask_phone_check check (ask_phone in ('no', 'optional', 'required'));
    alter table booking add form_submission_id bigint, add held_answers jsonb;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table booking drop column held_answers, drop column form_submission_id;
    alter table event drop column ask_phone, drop column form_id;
  `)
}
