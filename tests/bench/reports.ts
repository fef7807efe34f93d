import { tmpdir } from 'node:os'
import pg from 'pg'
import { pino } from 'pino'
import { readConfig } from '../../cli/start/config.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { type Ctx, systemCtx } from '../../core/context.ts'
import { createKernel } from '../../core/kernel/create-kernel.ts'
import { REPORTS } from '../../plugins/reports/index.ts'
import { findSums } from '../../plugins/reports/services/query.ts'
import { readReport } from '../../plugins/reports/services/read-report.ts'
import { listDimensions, toRequest } from '../../plugins/reports/services/request.ts'
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

const salesReports = ['sales', 'products', 'customer', 'cohorts']

/** The time of a report of sales by one dimension, and whether it reads the sums of past days. */
export interface DimensionSpeed {
  name: string
  milliseconds: number
  readsSums: boolean
}

/** Measures the reports of sales by each of their dimensions over a period, without a server. The best of three. */
async function measureDimensions(
  ctx: Ctx,
  { from, to }: { from: string; to: string },
  { wants, tell }: { wants: (name: string) => boolean; tell: (speed: DimensionSpeed) => void },
): Promise<void> {
  for (const name of salesReports) {
    const report = ctx.kernel.contributions(REPORTS).get(name)
    if (!report) continue
    for (const { name: by } of listDimensions(ctx, report)) {
      if (!wants(`${name} by ${by}`)) continue
      const request = toRequest(ctx, name, report, { period: null, from, to, compare: 'none', by, filter: '', sort: null })
      const times: number[] = []
      for (let round = 0; round < 3; round++) {
        const begun = performance.now()
        await readReport(ctx, request)
        times.push(performance.now() - begun)
      }
      tell({ name: `${name} by ${by}`, milliseconds: Math.min(...times), readsSums: findSums(request) !== undefined })
    }
  }
}

/** Fills a migrated database with a year of orders with four lines each, sums its days as the product does, and measures each dimension. */
export async function fillSalesYear(
  url: string,
  orders: number,
  options: { wants: (name: string) => boolean; tell: (speed: DimensionSpeed) => void },
): Promise<SalesYear> {
  const span = await fillSales(url, { orders, until: '2026-01-01' })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const rights = ['sales', 'product', 'customer'].map((report) => `get ${report} report`)
  const token = await staff(client, [
    ...rights,
    'get order',
    'get store',
    'get product',
    'get category',
    'get customer',
    'get customer group',
    'get account',
    'see order cost',
  ])
  const config = readConfig({ DATABASE_URL: url, STOA_DATA_DIR: tmpdir(), STOA_LOG: 'error', STOA_POOL: '3' })
  const plugins = await loadPlugins(listedPlugins([]))
  const kernel = await createKernel({ config, databaseUrl: url, plugins, log: pino({ level: 'error' }) })
  const ctx = systemCtx(kernel, 'bench')
  await sumPastDays(ctx)
  await sumPastDays(ctx)
  await client.query('vacuum analyze')
  await client.end()
  await measureDimensions(ctx, span, options)
  await kernel.close()
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
    read('sales by channel', `sales?${year}&by=channel`),
    read('sales by seller', `sales?${year}&by=seller`),
    read('sales by method', `sales?${year}&by=method`),
    read('sales by hour', `sales?${year}&by=hour`),
    read('products', `products?${year}&by=product`),
    read('products by store', `products?${year}&by=store`),
    read('customers by visit', `customer?${year}&by=visit`),
    read('customers by group', `customer?${year}&by=group`),
    read('cohorts', `cohorts?${year}&by=month,age`),
    read('rows of a year', `sales/rows?${year}&limit=20`),
  ]
}
