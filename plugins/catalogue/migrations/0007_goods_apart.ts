import type { Knex } from 'knex'
import { shelve } from './0005_shelf.ts'

/**
 * Goods have a plugin of their own. Databases from before it get the seam that new ones begin with: whether something is in stock
 * is asked of a function which that plugin replaces. Its first migration looks after products it finds on the shelf.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(shelve)
}

/** The older shelf counted by itself; it finds the same through the function, which stays. */
export async function down(): Promise<void> {}
