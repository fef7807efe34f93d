import type { Knex } from 'knex'

const setCheck = (condition: string) => `alter table hr_leave_adjustment drop constraint hr_leave_adjustment_days_check,
  add constraint hr_leave_adjustment_days_check check (${condition})`

/** Adjustments can take days again that a removed holiday gave back: their days are negative. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(setCheck('days <> 0'))
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`delete from hr_leave_adjustment where days < 0; ${setCheck('days > 0')}`)
}
