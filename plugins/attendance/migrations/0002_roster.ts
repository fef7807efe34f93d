import type { Knex } from 'knex'
import { jsonShapes } from 'stoa/migrations'

const shapes = jsonShapes({ hr_shift_assignment: { excluded_dates: { type: 'array' } } })

/** Single days that the roster takes out of an assignment. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw("alter table hr_shift_assignment add column excluded_dates jsonb not null default '[]'")
  await shapes.up(knex)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table hr_shift_assignment drop column excluded_dates')
}
