import { tmpdir } from 'node:os'
import pg from 'pg'
import { pino } from 'pino'
import { readConfig } from '../../cli/start/config.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { systemCtx } from '../../core/context.ts'
import { createKernel } from '../../core/kernel/create-kernel.ts'
import { sumPastDays } from '../../plugins/sales/services/summed-days.ts'
import { fillSales } from '../support/fill-sales.ts'
import { staff } from './fill.ts'
import type { Operation } from './load.ts'

/** A filled database: the token of a member of staff who reads reports, and the year of its sales. */
export interface SalesYear {
  token: string
  from: string
  to: string
}

/** Sums the days of the ledger, as the product does within a quarter of an hour. */
async function sumDays(url: string): Promise<void> {
  const config = readConfig({ DATABASE_URL: url, STOA_DATA_DIR: tmpdir(), STOA_LOG: 'error', STOA_POOL: '3' })
  const plugins = await loadPlugins(listedPlugins([]))
  const kernel = await createKernel({ config, databaseUrl: url, plugins, log: pino({ level: 'error' }) })
  await sumPastDays(systemCtx(kernel, 'bench'))
  await sumPastDays(systemCtx(kernel, 'bench'))
  await kernel.close()
}

/** Fills a migrated database with a year of orders with four lines each. */
export async function fillSalesYear(url: string, orders: number): Promise<SalesYear> {
  const span = await fillSales(url, { orders, until: '2026-01-01' })
  await sumDays(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const rights = ['sales', 'product', 'customer'].map((report) => `get ${report} report`)
  const token = await staff(client, [...rights, 'get order', 'get store', 'get product', 'get category', 'get customer', 'see order cost'])
  await client.end()
  return { token, ...span }
}

/** Reports of the whole year, and a page of the rows behind its number. */
export function reportOperations({ token, from, to }: SalesYear): Operation[] {
  const year = `from=${from}&to=${to}`
  const read = (name: string, path: string): Operation => ({
    name,
    method: 'GET',
    ask: () => ({ path: `/admin/report/${path}` }),
    headers: { authorization: `Bearer ${token}` },
  })
  return [
    read('sales by day', `sales?${year}&by=day`),
    read('sales by month, store', `sales?${year}&by=month,store`),
    read('products', `products?${year}&by=product`),
    read('customers', `customer?${year}&by=visit`),
    read('rows of a year', `sales/rows?${year}&limit=20`),
  ]
}
