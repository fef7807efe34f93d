import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What came back without a receipt: no order says what it was.
    create table pos_return_line (
      id bigint generated always as identity primary key,
      ticket_id bigint not null references pos_ticket (id),
      kind text not null default 'stock',
      subject_id bigint not null,
      sku text not null default '',
      name text not null,
      quantity int not null constraint pos_return_line_quantity_check check (quantity > 0),
      resaleable int not null constraint pos_return_line_resaleable_check check (resaleable between 0 and quantity),
      -- All its units together.
      amount_minor bigint not null constraint pos_return_line_amount_check check (amount_minor >= 0)
    );
    create index pos_return_line_ticket on pos_return_line (ticket_id)`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table pos_return_line')
}
