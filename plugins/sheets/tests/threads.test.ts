import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { projectRoot } from '../../../core/root.ts'
import { ThreadPool, type ThreadPoolOptions, ThreadsBusy } from '../../../core/thread/pool.ts'
import type { ReadingInput } from '../source/read-lines.ts'
import { uploadLimits } from '../source/unpack.ts'
import type { Piece } from '../worker/main.ts'

const createPool = (more: Partial<ThreadPoolOptions> = {}) =>
  new ThreadPool({ module: 'plugins/sheets/worker/main', threads: 1, waiting: 2, stallMs: 60_000, memoryMb: 256, ...more })
const read = (pool: ThreadPool, text: string) =>
  pool.run<ReadingInput | Uint8Array, Piece>([{ format: 'json', container: uploadLimits }, Buffer.from(text)])
async function linesIn(pieces: AsyncIterable<Piece>): Promise<number> {
  let n = 0
  for await (const piece of pieces) if ('lines' in piece) n += piece.lines.length
  return n
}
const small = JSON.stringify([{ a: 1 }, { a: 2 }])

test('a job exceeding the memory limit of a thread fails, and the next one succeeds', async () => {
  const pool = createPool({ memoryMb: 24 })
  const large = JSON.stringify(Array.from({ length: 300_000 }, (_, i) => ({ a: i, b: `text ${i}` })))
  await expect(linesIn(read(pool, large))).rejects.toThrow(/memory/i)
  expect(await linesIn(read(pool, small))).toBe(3)
})

test('a job without progress is aborted, and one with a slow reader is not', async () => {
  await expect(linesIn(read(createPool({ stallMs: 1 }), small))).rejects.toThrow('took too long')
  const job = read(createPool({ stallMs: 4_000 }), JSON.stringify(Array.from({ length: 5_000 }, (_, a) => ({ a }))))
  let n = 0
  for await (const piece of job) {
    // Longer than the stall timeout, while the thread waits for the reader to consume its output.
    if (n === 0) await new Promise((resolve) => setTimeout(resolve, 6_000))
    if ('lines' in piece) n += piece.lines.length
  }
  expect(n).toBe(5_001)
})

test('jobs queue for a thread up to a limit, and a canceled one frees its place', async () => {
  const pool = createPool()
  const [running, first, second] = [read(pool, small), read(pool, small), read(pool, small)]
  expect(() => read(pool, small)).toThrow(ThreadsBusy)
  await first.return()
  const third = read(pool, small)
  expect(await Promise.all([running, second, third].map(linesIn))).toEqual([3, 3, 3])
  expect(await first.next()).toEqual({ value: undefined, done: true })
})

test('a job whose reader stops early is stopped, and its thread is freed', async () => {
  const pool = createPool()
  for await (const piece of read(pool, JSON.stringify(Array.from({ length: 50_000 }, (_, a) => ({ a }))))) {
    expect(piece).toHaveProperty('lines')
    break
  }
  expect(await linesIn(read(pool, small))).toBe(3)
})

test('an input error fails the job', async () => {
  const pool = createPool()
  async function* broken() {
    yield { format: 'json', container: uploadLimits } satisfies ReadingInput
    throw new Error('the disk is gone')
  }
  await expect(linesIn(pool.run<ReadingInput, Piece>(broken()))).rejects.toThrow('the disk is gone')
})

test('a process exits when its jobs are done, despite idle threads', async () => {
  const script = `
    import { ThreadPool } from './core/thread/pool.ts'
    const pool = new ThreadPool({ module: 'plugins/sheets/worker/main', threads: 1, waiting: 2, stallMs: 60000, memoryMb: 256 })
    const how = { format: 'json', container: { entries: 1, bytes: 1, ratio: 1 } }
    for await (const piece of pool.run([how, Buffer.from('[{"a":1}]')])) {
      console.log('lines' in piece)
      // The job is done before its reader asks on.
      await new Promise((resolve) => setTimeout(resolve, 500))
    }`
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    cwd: projectRoot(),
    // An idle thread ends after thirty seconds.
    timeout: 25_000,
  })
  expect(stdout).toBe('true\n')
})
