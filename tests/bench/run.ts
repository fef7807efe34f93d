import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { prepareDatabase } from '../../core/boot.ts'
import { stopEmbeddedIfLast } from '../../cli/database/index.ts'
import { listedPlugins, loadPlugins } from '../../core/plugin/load.ts'
import { projectRoot } from '../../core/root.ts'
import { provideServer } from '../support/embedded.ts'
import { fill } from './fill.ts'
import { buy, drive, type Figure, type Operation } from './load.ts'

/**
 * How fast the product is beside bare Fastify and pg on the same data, interleaved in one run, so that the ratio
 * holds when the machine's speed drifts. `npm run bench -- --products 2000,20000 --seconds 4 --rounds 3`
 */
const option = (name: string, fallback: string) => process.argv[process.argv.indexOf(`--${name}`) + 1 || Infinity] ?? fallback
const sizes = (process.argv.includes('--products') ? option('products', '') : '2000,20000').split(',').map(Number)
const seconds = Number(process.argv.includes('--seconds') ? option('seconds', '4') : 4)
const rounds = Number(process.argv.includes('--rounds') ? option('rounds', '3') : 3)

const anyOf = <T>(make: (n: number) => T, of: number) => Array.from({ length: 50 }, () => () => make(1 + Math.floor(Math.random() * of)))
const operations = (products: number): Operation[] => [
  { name: 'list of 20', method: 'GET', path: '/product?limit=20' },
  { name: 'category', method: 'POST', path: '/category', bodies: anyOf((n) => ({ url: `category-${n}` }), 50) },
  { name: 'detail by url', method: 'POST', path: '/product', bodies: anyOf((n) => ({ url: `product-${n}` }), products) },
  {
    name: 'search',
    method: 'POST',
    path: '/product/search',
    bodies: Array.from({ length: 200 }, (_, n) => () => ({ keyword: n % 2 ? '綠茶' : 'kettle' })),
  },
  { name: 'add to cart', method: 'POST', path: '/cart/item', bodies: anyOf((n) => ({ stock_id: n, quantity: 1 }), products * 3) },
]

const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

async function serverOf(
  command: string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<{ child: ChildProcess; milliseconds: number }> {
  const begun = performance.now()
  const child = spawn(process.execPath, command, {
    cwd: projectRoot(),
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    let said = ''
    const hear = (data: Buffer) => {
      said += data.toString()
      if (ready.test(said)) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)))
  })
  return { child, milliseconds: performance.now() - begun }
}

const memory = (child: ChildProcess) => {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024)
  } catch {
    return 0
  }
}

async function measure(server: string, products: number): Promise<void> {
  const name = `stoa_bench_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name} template template0 encoding 'UTF8'`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const home = mkdtempSync(join(tmpdir(), 'stoa-bench-'))
  const children: ChildProcess[] = []
  try {
    await prepareDatabase(url.href, await loadPlugins(listedPlugins([])))
    await fill(url.href, products)
    const limit = await serverOf(['--import', 'tsx', 'tests/bench/baseline.ts'], { DATABASE_URL: url.href, PORT: '4801' }, /ready/)
    children.push(limit.child)
    const stoa = await serverOf(
      ['cli/bin.mjs', 'start'],
      {
        DATABASE_URL: url.href,
        STOA_PORT: '4802',
        STOA_DATA_DIR: home,
        STOA_WORKER: 'off',
        STOA_LOG: 'error',
        STOA_TRUST_PROXY: 'loopback',
        STOA_FIRST_RUN: 'off',
      },
      /Ready in/,
    )
    children.push(stoa.child)
    process.stdout.write(
      `\n${products} products. Start to ready ${(stoa.milliseconds / 1000).toFixed(1)} s, memory idle ${memory(stoa.child)} MB.\n`,
    )
    process.stdout.write(
      `${'operation'.padEnd(16)}${'bare/s'.padStart(9)}${'stoa/s'.padStart(9)}${'ratio'.padStart(8)}${'p50 ms'.padStart(9)}\n`,
    )
    for (const op of [...operations(products), undefined]) {
      const ratios: number[] = []
      let last: Figure[] = []
      for (let round = 0; round <= rounds; round++) {
        const short = round === 0 ? 1 : seconds
        const bare = op ? await drive('http://127.0.0.1:4801', op, short) : await buy('http://127.0.0.1:4801', products * 3, short)
        const full = op
          ? await drive('http://127.0.0.1:4802', { ...op, path: `/api${op.path}` }, short)
          : await buy('http://127.0.0.1:4802/api', products * 3, short)
        if (round > 0) ratios.push(full.perSecond / bare.perSecond)
        last = [bare, full]
      }
      const [bare, full] = last as [Figure, Figure]
      process.stdout.write(
        `${(op?.name ?? 'whole checkout').padEnd(16)}${bare.perSecond.toFixed(0).padStart(9)}${full.perSecond.toFixed(0).padStart(9)}${`${(median(ratios) * 100).toFixed(0)} %`.padStart(8)}${full.p50.toFixed(1).padStart(9)}\n`,
      )
    }
    process.stdout.write(`memory under load ${memory(stoa.child)} MB\n`)
  } finally {
    for (const child of children) child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    rmSync(home, { recursive: true, force: true })
  }
}

const { url, dataDir } = await provideServer()
try {
  for (const products of sizes) await measure(url, products)
} finally {
  if (dataDir) {
    await stopEmbeddedIfLast({ dataDir })
    rmSync(dataDir, { recursive: true, force: true })
  }
}
