import type { Knex } from 'knex'

const links = ['article', 'menu'] as const
const named = (of: string) => `${of}_product_product_id_fkey`

/** Products that articles and menu entries name are there: held by the database as soon as there are products. */
export async function up(knex: Knex): Promise<void> {
  for (const of of links) {
    // Until now content could not be without products, and these tables were made with it.
    const { rows } = await knex.raw<{ rows: unknown[] }>('select 1 from pg_constraint where conname = ? and conrelid = ?::regclass', [
      named(of),
      `${of}_product`,
    ])
    if (rows.length > 0) continue
    await knex.raw(
      `alter table ${of}_product add constraint ${named(of)} foreign key (product_id) references product (id) on delete cascade`,
    )
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const of of links) await knex.raw(`alter table ${of}_product drop constraint ${named(of)}`)
}
