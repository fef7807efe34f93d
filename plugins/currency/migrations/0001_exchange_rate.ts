import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const made = tables({
  exchange_rate: {
    date: 'date not null',
    currency: 'text not null',
    base_currency: 'text not null',
    rate: 'numeric not null constraint exchange_rate_rate_check check (rate > 0)',
    source: "text not null default 'manual' constraint exchange_rate_source_check check (source in ('manual', 'settings'))",
    version: 'int not null default 1',
  },
})

export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw('alter table exchange_rate add constraint exchange_rate_date_unique unique (base_currency, currency, date)')
}

export const { down } = made
