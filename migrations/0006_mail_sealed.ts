import type { Knex } from 'knex'

/** Links in letters that were sent, or are too old to be, open nothing for whoever reads them here. */
const blank = (column: string) => `regexp_replace(${column}, '([?&;](token|key|pay|signature|hash)=)[A-Za-z0-9_.%-]+', '\\1•••', 'g')`

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table mail add column sealed text')
  await knex('mail')
    .whereRaw(`status = 'sent' or created_at < now() - interval '1 hour'`)
    .update({
      text_body: knex.raw(blank('text_body').replaceAll('?', '\\?')),
      html_body: knex.raw(blank('html_body').replaceAll('?', '\\?')),
    })
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table mail drop column sealed')
}
