import type { Knex } from 'knex'

/** What a scan said and whom it let in get columns of their own: `ext` belongs to fields that other plugins contribute. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table booking_checkin add said text, add seats jsonb not null default '[]';
    update booking_checkin set said = ext->>'said', seats = coalesce(ext->'seats', '[]'), ext = ext - 'said' - 'seats' where jsonb_exists_any(ext, array['said', 'seats']);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update booking_checkin set ext = ext || jsonb_strip_nulls(jsonb_build_object('said', said, 'seats', seats));
    alter table booking_checkin drop column seats, drop column said;
  `)
}
