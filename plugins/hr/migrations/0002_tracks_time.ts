import type { Knex } from 'knex'

/** Staff who do not clock in are not marked absent. Everybody clocks in until somebody says otherwise. */
export const up = (knex: Knex) => knex.raw('alter table hr_employee add tracks_time boolean not null default true')

export const down = (knex: Knex) => knex.raw('alter table hr_employee drop tracks_time')
