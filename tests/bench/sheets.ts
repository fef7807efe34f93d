import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Session } from 'node:inspector/promises'
import pg from 'pg'
import { pino } from 'pino'
import { stopEmbeddedIfLast } from '../../cli/database/index.ts'
import { prepareDatabase } from '../../cli/start/boot.ts'
import { readConfig } from '../../cli/start/config.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { systemCtx } from '../../core/context.ts'
import { createKernel } from '../../core/kernel/create-kernel.ts'
import { exportRecords, importRecords, writeCsv, writeXlsx } from '../../plugins/sheets/index.ts'
import { provideServer } from '../support/embedded.ts'

/**
 * The cost of a row in a sheet: CPU milliseconds in Node and in PostgreSQL, which depend less on the machine's load than elapsed time,
 * and statements. A sheet of products or contacts is imported as a dry run, imported, imported again, changed in each row, and exported.
 * `--profile` writes the CPU profile of one step to the current folder.
 * `node --import tsx tests/bench/sheets.ts --rows 20000 --resource contact --format xlsx --profile change`
 */
const option = (name: string, fallback: string) => process.argv[process.argv.indexOf(`--${name}`) + 1 || Infinity] ?? fallback
const count = Number(option('rows', '20000'))
const resource = option('resource', 'product') === 'contact' ? 'contact' : 'product'
const format = option('format', 'csv') === 'xlsx' ? 'xlsx' : 'csv'
const whole = option('whole', 'no') === 'yes'
const profiled = option('profile', '')
const only = option('only', '')

const productHeader = [
  'product_sku',
  'name',
  'name:zh-HK',
  'url',
  'description',
  'categories',
  'brand',
  'tags',
  'visibled',
  'stock_sku',
  'barcode',
  'price',
  'special_price',
  'warehouse',
  'quantity',
  'lot_code',
]

const productLine = (n: number, round: number) => [
  `P${n}`,
  `Green tea ${n}${round ? ` of round ${round}` : ''}`,
  `綠茶 ${n}`,
  `product-${n}`,
  'A quiet cup for long afternoons. '.repeat(6).trim(),
  `Tea > Kind ${n % 50}`,
  `brand-${n % 20}`,
  `leaf | kind ${n % 7}`,
  '1',
  `P${n}-S`,
  String(4_900_000_000_000 + n),
  `${50 + (n % 200) + round}.50`,
  n % 4 === 0 ? '45.00' : '',
  'main',
  String(10 + (n % 90) + round),
  `L${n % 9}`,
]

const contactHeader = ['first_name', 'last_name', 'company', 'email', 'country_code', 'phone', 'remark', 'groups', 'tags']

const contactLine = (n: number, round: number) => [
  `May ${n}`,
  `Chan${round ? ` ${round}` : ''}`,
  `Company ${n % 500}`,
  `may${n}@shop.test`,
  '852',
  String(91_000_000 + n),
  `Met at fair ${round}`,
  `group ${n % 20}`,
  `tag ${n % 7} | tag ${7 + (n % 5)}`,
]

const [header, line] = resource === 'contact' ? [contactHeader, contactLine] : [productHeader, productLine]

async function sheet(round: number): Promise<Buffer> {
  async function* batches() {
    for (let n = 1; n <= count; n++) yield [line(n, round).map((text) => ({ text }))]
  }
  const parts: Buffer[] = []
  for await (const part of (format === 'xlsx' ? writeXlsx : writeCsv)(header, batches())) parts.push(part)
  return Buffer.concat(parts)
}

let statements = 0
const texts = new Map<string, number>()
/** Milliseconds spent by statement, until the response. */
const spent = new Map<string, number>()
const ask = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
  statements++
  const text = typeof args[0] === 'string' ? args[0] : ((args[0] as { text?: string } | undefined)?.text ?? '')
  const key = text.replaceAll(/\s+/g, ' ').slice(0, 90)
  texts.set(key, (texts.get(key) ?? 0) + 1)
  const [answer, at] = [ask.apply(this, args), performance.now()]
  if (answer instanceof Promise) {
    const note = () => void spent.set(key, (spent.get(key) ?? 0) + performance.now() - at)
    answer.then(note, note)
  }
  return answer
} as typeof pg.Client.prototype.query

/** CPU milliseconds that the processes have used so far. */
const ticks = (pids: readonly number[]) =>
  pids.reduce((sum, pid) => {
    try {
      const rest = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return sum + (Number(rest[11]) + Number(rest[12])) * 10
    } catch {
      return sum
    }
  }, 0)

const { url: server, dataDir } = await provideServer(tmpdir())
const name = `stoa_bench_${randomBytes(4).toString('hex')}`
const admin = new pg.Client({ connectionString: server })
await admin.connect()
try {
  await admin.query(`create database ${name} template template0 encoding 'UTF8'`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const plugins = await loadPlugins(listedPlugins([]))
  await prepareDatabase(url.href, plugins)
  const config = readConfig({ DATABASE_URL: url.href, STOA_DATA_DIR: tmpdir(), STOA_LOG: 'error', STOA_POOL: '3' })
  const kernel = await createKernel({ config, databaseUrl: url.href, plugins, log: pino({ level: 'error' }) })
  const ctx = systemCtx(kernel, 'bench')
  await kernel.resources.create(ctx, 'warehouse', { code: 'main', name: 'Main' })
  const sheets = [await sheet(0), await sheet(1)]
  const say = (text: string) => process.stdout.write(`${text}\n`)
  const pids = async () =>
    (await admin.query<{ pid: number }>('select pid from pg_stat_activity where datname = $1', [name])).rows.map((r) => r.pid)

  async function measure(title: string, work: () => Promise<string>): Promise<void> {
    if (only && !only.split(',').includes(title)) return
    const session = title === profiled ? new Session() : undefined
    session?.connect()
    await session?.post('Profiler.enable')
    await session?.post('Profiler.start')
    statements = 0
    texts.clear()
    spent.clear()
    const before = [process.cpuUsage(), ticks(await pids()), performance.now()] as const
    const result = await work()
    const used = process.cpuUsage(before[0])
    const [node, base, seconds] = [
      (used.user + used.system) / 1000,
      ticks(await pids()) - before[1],
      (performance.now() - before[2]) / 1000,
    ]
    if (session) writeFileSync(`${title}.cpuprofile`, JSON.stringify((await session.post('Profiler.stop')).profile))
    const per = (value: number) => (value / count).toFixed(3).padStart(8)
    say(
      `${title.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s ${(count / seconds).toFixed(0).padStart(6)} rows/s  node ${per(node)} ms/row  postgres ${per(base)} ms/row  ${per(statements)} statements/row  ${result}`,
    )
    if (title === profiled)
      for (const [text, ms] of [...spent].sort((a, b) => b[1] - a[1]).slice(0, 25))
        say(`  ${per(ms)} ms/row ${((texts.get(text) ?? 0) / count).toFixed(2)} ${text}`)
  }
  const bring =
    (round: number, dryRun = false) =>
    async () => {
      const source = { name: `a.${format}`, bytes: sheets[round] as Buffer }
      const answer = await importRecords(ctx, resource, source, { dryRun, ...(whole ? { limit: count } : {}) })
      return JSON.stringify(answer.summary) + JSON.stringify(answer.errors.slice(0, 2))
    }
  await measure('rehearse', bring(0, true))
  await measure('create', bring(0))
  await measure('nothing', bring(0))
  await measure('plan', bring(1, true))
  await measure('change', bring(1))
  await measure('export', async () => {
    let bytes = 0
    for await (const part of exportRecords(ctx, resource, { format })) bytes += part.length
    return `${bytes} bytes`
  })
  say(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`)
  await kernel.close()
} finally {
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
  if (dataDir) {
    await stopEmbeddedIfLast({ dataDir })
    rmSync(dataDir, { recursive: true, force: true })
  }
}
