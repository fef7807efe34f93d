import type { Knex } from 'knex'
import { jsonShapes } from 'stoa/migrations'

const shapes = jsonShapes({ promotion: { conditions: { type: 'array', items: 'array' }, actions: { type: 'array', items: 'object' } } })

/** A promotion whose conditions cannot be read is disabled first: with none it would apply to every sale. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`update promotion set status = 'disabled'
    where status = 'published' and (jsonb_typeof(conditions) <> 'array' or jsonb_typeof(actions) <> 'array')`)
  await shapes.up(knex)
}

export const { down } = shapes
