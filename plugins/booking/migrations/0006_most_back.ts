import type { Knex } from 'knex'

/** Whoever moves their own booking has no more of its money back than before: kept is the least share of all moves, null before the first. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table booking add most_back numeric constraint booking_most_back_check check (most_back between 0 and 100)`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table booking drop column most_back')
}
