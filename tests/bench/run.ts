import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { stopEmbeddedIfLast } from '../../cli/database/index.ts'
import { provideServer } from '../support/embedded.ts'
import { measureSettlement } from './commission.ts'
import { counterSpeed, type CounterSpeed } from './counter.ts'
import { DEVICES, fill, fillCounter, fillLeads, fillPages, fillTimes, SEATS } from './fill.ts'
import { type Company, measureMonth, type MonthSpeed, rosterOperations } from './hr.ts'
import { buy, drive, type OpenCounter, type Operation, ring, type Turn } from './load.ts'
import { type Place, withDatabase, withPlace } from './place.ts'
import { weighing } from './promotions.ts'
import { type DimensionSpeed, fillSalesYear, reportOperations, type SalesYear } from './reports.ts'
import { fillTasks, taskOperations } from './tasks.ts'

/**
 * Compares the product with bare Fastify and pg on the same data. Both are measured in turn within one run, so that the ratio holds when
 * the machine's speed drifts. Each operation is measured with each number of clients. PostgreSQL waits for the disk on both sides. The
 * product runs its jobs (emails, timeline) meanwhile, as in production; jobs left after a round count as time of that round. Ids are
 * drawn anew for every request. Operations named "in turn" request every id before one repeats, so that with more products than the
 * process caches, no response comes from the cache.
 * `npm run bench -- --products 2000,20000 --clients 1,10,50 --pages 100000 --leads 20000 --sessions 5000 --tills 6700
 * --employees 1000 --orders 50000 --tasks 5000 --sellers 1000 --seconds 4 --rounds 3`; `--only "add to cart,whole checkout"` measures only operations whose names start with these texts.
 */
const option = (name: string, fallback: string) => process.argv[process.argv.indexOf(`--${name}`) + 1 || Infinity] ?? fallback
const numbers = (name: string, fallback: string) =>
  option(name, fallback)
    .split(',')
    .map(Number)
    .filter((n) => n > 0)
const [seconds = 4] = numbers('seconds', '4')
const [rounds = 3] = numbers('rounds', '3')
const clients = numbers('clients', '1,10,50')
const only = option('only', '').split(',').filter(Boolean)
const isWanted = (name: string) => only.length === 0 || only.some((prefix) => name.startsWith(prefix))

const any = (max: number) => 1 + Math.floor(Math.random() * max)
/** Numbers from 1 to `max` in order, repeated. */
function inTurn(max: number): () => number {
  let n = 0
  return () => 1 + (n++ % max)
}
const KIND = ['tea', 'teapot', 'cup', 'tray', 'tin', 'kettle', 'scoop']

function operations(products: number): Operation[] {
  const pages = Math.min(1_000, Math.floor(products / 20))
  const [product, word] = [inTurn(products), inTurn(products)]
  return [
    { name: 'list of 20', method: 'GET', ask: () => ({ path: '/product?limit=20' }) },
    { name: 'list, any page', method: 'GET', ask: () => ({ path: `/product?limit=20&page=${any(pages)}` }) },
    { name: 'by price, any page', method: 'GET', ask: () => ({ path: `/product?limit=20&sort=price&page=${any(pages)}` }) },
    { name: 'category', method: 'POST', ask: () => ({ path: '/category', body: { url: `category-${any(50)}` } }) },
    { name: 'facets', method: 'POST', ask: () => ({ path: '/category', body: { url: `category-${any(50)}`, facets: 1, taste: 'sweet' } }) },
    { name: 'product, of 50', method: 'POST', ask: () => ({ path: '/product', body: { url: `product-${any(50)}` } }) },
    { name: 'product, in turn', method: 'POST', ask: () => ({ path: '/product', body: { url: `product-${product()}` } }) },
    { name: 'search, of 2', method: 'POST', ask: () => ({ path: '/product/search', body: { keyword: any(2) === 1 ? '綠茶' : 'kettle' } }) },
    {
      name: 'search, in turn',
      method: 'POST',
      ask: () => {
        const n = word()
        return { path: '/product/search', body: { keyword: n % 2 ? `${KIND[n % 7]} ${n}` : `${10 + n}` } }
      },
    },
  ]
}

const adding = (products: number): Operation => ({
  name: 'add to cart',
  method: 'POST',
  ask: () => ({ path: '/cart/item', body: { stock_id: any(products * 3), quantity: 1 } }),
})

/** Storefront pages: rendered for the first visitor, and from the cache for the next ones. */
const drawnPages: Operation[] = ['/', '/category/category-7', '/product/product-7'].flatMap((path) => {
  const name = path.split('/')[1] || 'home'
  return [
    // A query parameter other than page number and order prevents caching. No product costs less than the price filter, so the list stays
    // complete.
    {
      name: `${name} drawn`,
      method: 'GET',
      ask: () => ({ path: `${path}?price_from=${(any(4_000) / 100).toFixed(2)}` }),
      page: true,
    } as const,
    { name: `${name} kept`, method: 'GET', ask: () => ({ path }), page: true } as const,
  ]
})

const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

const adminOperations = (token: string): Operation[] =>
  [10, 100].map((limit) => ({
    name: `admin list ${limit}`,
    method: 'GET',
    ask: () => ({ path: `/admin/page?language=en-US&sort=title&enabled=1&limit=${limit}` }),
    headers: { authorization: `Bearer ${token}` },
  }))

const STAGE = 1
/** Operations on the board of a funnel, and counting a filtered group. */
const boardOperations = (token: string): Operation[] => {
  const headers = { authorization: `Bearer ${token}` }
  const fields = 'phone,stage_since,rots_at,lost_reason,lost_note,number'
  const column = `funnel_id=1&stage_id=${STAGE}&status=to_do,process,completed,canceled&sort=-position&limit=20&fields=${fields}`
  return [
    { name: 'board opens', method: 'GET', ask: () => ({ path: '/admin/funnel/1/board?language=en-US' }), headers },
    { name: 'column of 20', method: 'GET', ask: () => ({ path: `/admin/lead?language=en-US&${column}` }), headers },
    // Always the same lead: on both sides, a second request waits for the row lock of the first.
    { name: 'card moves', method: 'POST', ask: () => ({ path: '/admin/lead/1', body: { _method: 'PUT', stage_id: any(3) } }), headers },
    {
      name: 'group counted',
      method: 'POST',
      ask: () => ({ path: '/admin/group/count', body: { filter: { source: 'facebook', q: `Company ${any(9)}` } } }),
      headers,
    },
  ]
}

/** Requests for an event with `sessions` sessions next month. */
function timesOperations(sessions: number, token: string): Operation[] {
  const month = new Date()
  month.setUTCMonth(month.getUTCMonth() + 1, 1)
  const two = (n: number) => String(n).padStart(2, '0')
  const [year, number] = [month.getUTCFullYear(), month.getUTCMonth() + 1]
  const anyTime = () => {
    const minute = 360 + 5 * Math.floor((Math.random() * sessions) / 31)
    return {
      date: `${year}-${two(number)}-${two(1 + Math.floor(Math.random() * 28))}`,
      time: `${two(Math.floor(minute / 60))}:${two(minute % 60)}`,
    }
  }
  let [seat, booker] = [0, 0]
  return [
    { name: 'times of a month, kept', method: 'POST', ask: () => ({ path: '/event/times', body: { url: 'class', year, month: number } }) },
    {
      name: 'booking',
      method: 'POST',
      ask: () => ({
        path: '/event/booking',
        body: { event_id: 1, quantity: 1, ...anyTime(), email: `booker${booker++}@shop.test`, first_name: 'May', last_name: 'Chan' },
      }),
    },
    {
      name: 'scan',
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      ask: () => {
        const n = seat++
        const device = `00000000-0000-4000-8000-${String(1 + (n % DEVICES)).padStart(12, '0')}`
        return { path: '/admin/booking/scan', body: { device, nonce: randomUUID(), code: String(10n ** 18n + BigInt(1 + (n % SEATS))) } }
      },
    },
  ]
}

const HEAD = ['operation', 'bare/s', 'stoa/s', 'ratio', 'bare p50', 'stoa p50']
const columns = (cells: string[]) => cells.map((cell, i) => (i === 0 ? cell.padEnd(24) : cell.padStart(10))).join('')

/** One row of the table: an operation on both servers in turn. Values are medians of all rounds. */
async function compare(name: string, warm: number, work: (base: string, short: number) => Promise<Turn>, place: Place) {
  if (!isWanted(name)) return
  const [bare, stoa]: [Turn[], Turn[]] = [[], []]
  // The first round is a warm-up: code is compiled while it runs, and the product takes longer than the baseline.
  for (let round = 0; round <= rounds; round++) {
    const short = round === 0 ? warm : seconds
    const limit = await work(place.bare, short)
    const full = await work(place.stoa, short)
    const after = await place.finishJobs()
    if (round === 0) await place.settle()
    else {
      bare.push(limit)
      stoa.push({ ...full, seconds: full.seconds + after })
    }
  }
  const rate = ({ done, seconds: took }: Turn) => done / took
  const ratios = stoa.map((turn, i) => rate(turn) / rate(bare[i] ?? turn))
  const cells = [
    median(bare.map(rate)).toFixed(0),
    median(stoa.map(rate)).toFixed(0),
    `${(median(ratios) * 100).toFixed(0)} %`,
    ...[bare, stoa].map((turns) => median(turns.map(({ p50 }) => p50)).toFixed(1)),
  ]
  process.stdout.write(`${columns([name, ...cells])}\n`)
}

async function table(title: string, { operations, products = 0 }: { operations: readonly Operation[]; products?: number }, place: Place) {
  process.stdout.write(`\n${title}. Start to ready ${place.start.toFixed(1)} s, memory idle ${place.memory()} MB.\n`)
  process.stdout.write(`${columns(HEAD)}\n`)
  for (const [i, n] of clients.entries()) {
    const warm = i === 0 ? 5 : 1
    for (const op of operations) await compare(`${op.name}, ${n}`, warm, (base, short) => drive(base, op, short, n), place)
    if (products === 0) continue
    await compare(`add to cart, ${n}`, warm, (base, short) => drive(base, adding(products), short, n), place)
    // It takes about a thousand orders until all code of a sale is compiled.
    await compare(`whole checkout, ${n}`, i === 0 ? 10 : 3, (base, short) => buy(base, products * 3, short, n), place)
  }
  process.stdout.write(`memory under load ${place.memory()} MB\n`)
}

/** The cost of a ticket, compared with a hand-written transaction that writes the same rows. */
async function tillTable(title: string, counter: OpenCounter, place: Place) {
  process.stdout.write(`\n${title}.\n${columns(HEAD)}\n`)
  for (const [i, n] of clients.entries())
    for (const lines of [1, 10])
      await compare(`ticket of ${lines}, ${n}`, i === 0 ? 5 : 1, (base, short) => ring(base, counter, lines, short, n), place)
}

const tellSpeed = (s: CounterSpeed) =>
  process.stdout.write(
    `\nA counter in a browser, four times slower, with ${s.articles} articles: opened in ${s.first.toFixed(0)} ms, with its list kept ${s.again.toFixed(0)} ms. ` +
      `Scan to line ${s.scan.p50.toFixed(0)} ms (95 %: ${s.scan.p95.toFixed(0)}), letter to what it finds ${s.typed.toFixed(0)} ms, ` +
      `ten lines: charge ${s.charge.toFixed(0)} ms, receipt ${s.receipt.toFixed(0)} ms.\n`,
  )

/** The month of all employees, compared with bare inserts of the same rows in as many transactions. */
const tellMonth = ({ name, rows, bare, stoa, ratio, held, grown }: MonthSpeed) =>
  process.stdout.write(
    `${name}: ${rows} rows in ${stoa.toFixed(2)} s, bare inserts ${bare.toFixed(2)} s, ratio ${(ratio * 100).toFixed(0)} %; event loop held ${held.toFixed(0)} ms, memory grown by ${grown.toFixed(0)} MB\n`,
  )

const tellDimension = ({ name, milliseconds, readsSums }: DimensionSpeed) =>
  process.stdout.write(`${name.padEnd(24)}${milliseconds.toFixed(0).padStart(8)} ms  ${readsSums ? 'sums of past days' : 'ledger'}\n`)

const timings = weighing(50, 200)
process.stdout.write(
  `Promotions: 200 rules weighed for 50 lines in ${timings.p50.toFixed(1)} ms, one of a hundred in ${timings.p99.toFixed(1)} ms.\n`,
)

// With fsync on a disk, as in production.
const { url, dataDir } = await provideServer(tmpdir(), { fsync: true })
try {
  for (const products of numbers('products', '2000,20000')) {
    await withPlace(
      url,
      (at) => fill(at, products),
      (place) => table(`${products} products`, { operations: [...operations(products), ...drawnPages], products }, place),
    )
  }
  for (const products of numbers('tills', '6700')) {
    let counter: OpenCounter | undefined
    const filled = async (at: string) => {
      await fill(at, products)
      counter = await fillCounter(at)
    }
    await withPlace(url, filled, async (place) => {
      if (!counter) return
      if (option('browser', 'on') === 'on') tellSpeed(await counterSpeed(new URL(place.stoa).origin, counter))
      await tillTable(`A counter with ${products} products`, counter, place)
    })
  }
  for (const leads of numbers('leads', '20000')) {
    let token = ''
    const filled = async (at: string) => {
      token = await fillLeads(at, leads)
    }
    await withPlace(url, filled, (place) => table(`${leads} leads of ${leads * 5} contacts`, { operations: boardOperations(token) }, place))
  }
  for (const sessions of numbers('sessions', '5000')) {
    let token = ''
    const filled = async (at: string) => {
      token = await fillTimes(at, sessions)
    }
    await withPlace(url, filled, (place) =>
      table(`${sessions} times of a month, and ${SEATS} seats that are let in`, { operations: timesOperations(sessions, token) }, place),
    )
  }
  for (const employees of numbers('employees', '1000')) {
    let company: Company = { token: '', week: '' }
    const filled = async (at: string) => {
      process.stdout.write(`\nHR: a month of ${employees} employees.\n`)
      company = await measureMonth(at, employees, { rounds, wants: isWanted, tell: tellMonth })
    }
    await withPlace(url, filled, (place) =>
      table(`Roster of ${employees} employees`, { operations: rosterOperations(company, employees) }, place),
    )
  }
  for (const orders of numbers('orders', '50000')) {
    let year: SalesYear = { token: '', from: '', to: '' }
    const filled = async (at: string) => {
      process.stdout.write(`\nReports of ${orders} orders, by each dimension.\n`)
      year = await fillSalesYear(at, orders, { wants: isWanted, tell: tellDimension })
    }
    await withPlace(url, filled, (place) => table(`Reports of ${orders} orders`, { operations: reportOperations(year) }, place))
  }
  for (const tasks of numbers('tasks', '5000')) {
    let token = ''
    const filled = async (at: string) => {
      token = await fillTasks(at, tasks)
    }
    await withPlace(url, filled, (place) => table(`${tasks} tasks`, { operations: taskOperations(token) }, place))
  }
  for (const sellers of numbers('sellers', '1000')) {
    if (!isWanted('commission settlement')) continue
    process.stdout.write(`\nCommissions of a month of ${sellers} sellers.\n`)
    await withDatabase(url, async (at) => {
      tellMonth(await measureSettlement(at, sellers, rounds))
    })
  }
  for (const pages of numbers('pages', '100000')) {
    let token = ''
    const filled = async (at: string) => {
      token = await fillPages(at, pages)
    }
    await withPlace(url, filled, (place) => table(`${pages} pages`, { operations: adminOperations(token) }, place))
  }
} finally {
  if (dataDir) {
    await stopEmbeddedIfLast({ dataDir })
    rmSync(dataDir, { recursive: true, force: true })
  }
}
