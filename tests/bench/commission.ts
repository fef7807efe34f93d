import { tmpdir } from 'node:os'
import pg from 'pg'
import { pino } from 'pino'
import { readConfig } from '../../cli/start/config.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { systemCtx } from '../../core/context.ts'
import { createKernel } from '../../core/kernel/create-kernel.ts'
import { settlePeriod } from '../../plugins/commission/services/settle-period.ts'
import { runComputation } from '../../plugins/commission/services/settlement-job.ts'
import { compareRounds, type MonthSpeed, time, watchWork } from './hr.ts'

const ENTRIES_OF_SELLER = 20
const MONTH = { start: '2026-01-01', end: '2026-01-31' }

/**
 * Fills a migrated database with commissions of a month, and measures their settlement, against one statement for each seller that writes the
 * same settlement. Both commit once for each seller.
 */
export async function measureSettlement(url: string, sellers: number, rounds: number): Promise<MonthSpeed> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const config = readConfig({ DATABASE_URL: url, STOA_DATA_DIR: tmpdir(), STOA_LOG: 'error', STOA_POOL: '3' })
  const kernel = await createKernel({
    config,
    databaseUrl: url,
    plugins: await loadPlugins(listedPlugins([])),
    log: pino({ level: 'error' }),
  })
  const ctx = systemCtx(kernel, 'bench')
  try {
    await fillEntries(client, sellers)
    const readIds = async () => {
      const { rows } = await client.query<{ id: string }>('select id from commission_settlement order by id')
      return rows.map(({ id }) => Number(id))
    }
    const empty = () => client.query('update commission_entry set settlement_id = null; delete from commission_settlement')
    const speed = await compareRounds('commission settlement', rounds, {
      stoa: async () => {
        const watched = await watchWork(async () => {
          await settlePeriod(ctx, 'monthly', MONTH.start)
          for (const settlement_id of await readIds()) await runComputation({ settlement_id }, ctx)
        })
        const { rows } = await client.query<{ n: number }>(
          `select count(*)::int as n from commission_settlement where status = 'pending' and total_minor = ${ENTRIES_OF_SELLER * 100}`,
        )
        if (rows[0]?.n !== sellers) throw new Error(`${rows[0]?.n} of ${sellers} sellers are settled`)
        await empty()
        return watched
      },
      bare: async () => {
        const { rows } = await client.query<{ id: string }>('select distinct admin_id as id from commission_entry order by 1')
        const took = await time(async () => {
          for (const { id } of rows) await client.query(SETTLE, [id])
        })
        await empty()
        return took
      },
    })
    return { ...speed, rows: sellers * (1 + ENTRIES_OF_SELLER) }
  } finally {
    await kernel.close()
    await client.end()
  }
}

const SETTLE = `
  with made as (
    insert into commission_settlement (number, admin_id, settlement, period_start, period_end, currency, status, total_minor)
    select 'B' || $1::bigint, $1::bigint, 'monthly', '${MONTH.start}', '${MONTH.end}', 'HKD', 'pending', sum(amount_minor)
    from commission_entry where admin_id = $1::bigint and settlement_id is null and status = 'pending' and earned_at <= '${MONTH.end}' returning id)
  update commission_entry set settlement_id = made.id from made
  where admin_id = $1::bigint and settlement_id is null and status = 'pending' and earned_at <= '${MONTH.end}'`

async function fillEntries(client: pg.Client, sellers: number): Promise<void> {
  await client.query(`
    insert into role (name, permission_list) values ('Seller', '{}');
    insert into account (name, email, role_id) select 'Seller ' || n, 'seller' || n || '@shop.test', (select id from role where name = 'Seller')
      from generate_series(1, ${sellers}) n;
    insert into commission_group (name, fixed_percent) values ('All', 1);
    insert into commission_entry (admin_id, seller_admin_id, group_id, settlement, kind, source_type, source_id, base_amount_minor, currency, percent,
        amount_minor, earned_at)
      select a.id, a.id, (select id from commission_group), 'monthly', 'direct', 'sales_entry', a.id * 100 + n, 10000, 'HKD', 1, 100, date '${MONTH.start}' + n
      from account a cross join generate_series(1, ${ENTRIES_OF_SELLER}) n where a.email like 'seller%'`)
  await client.query('vacuum analyze')
}
