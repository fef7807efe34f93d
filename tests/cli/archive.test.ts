import fc from 'fast-check'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { ArchiveWriter, findBytes, findEntries } from '../../cli/backup/archive.ts'
import { check } from '../../cli/backup/check.ts'
import { FORMAT, HEAD, KEYS, getPlace, SUMS } from '../../cli/backup/contents.ts'

/** The backup file: its content is restored exactly, and an incomplete file is not accepted. */
const folder = mkdtempSync(join(tmpdir(), 'stoa-archive-'))
afterAll(() => rmSync(folder, { recursive: true }))
let n = 0
const place = () => join(folder, `${++n}.tar.gz`)
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

type Entries = readonly (readonly [name: string, bytes: string | Buffer])[]
async function pack(entries: Entries, file = place()): Promise<string> {
  const out = new ArchiveWriter(createWriteStream(file))
  for (const [name, bytes] of entries) await out.bytes(name, Buffer.from(bytes as string))
  await out.end()
  return file
}
async function unpack(file: string): Promise<[string, Buffer][]> {
  const found: [string, Buffer][] = []
  for await (const { name, body } of findEntries(file)) found.push([name, await findBytes(body)])
  return found
}
async function* pieces(...parts: string[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield Buffer.from(part)
}

describe('an archive', () => {
  test('returns every entry in order and byte for byte', async () => {
    const names = fc.stringMatching(/^[a-z]{1,12}(\/[a-z0-9._-]{1,90}){0,2}$/)
    const entries = fc.uniqueArray(fc.tuple(names, fc.uint8Array({ maxLength: 3_000 })), { selector: ([name]) => name, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(entries, async (all) => {
        const packed = all.map(([name, bytes]) => [name, Buffer.from(bytes)] as [string, Buffer])
        expect(await unpack(await pack(packed))).toEqual(packed)
      }),
      { numRuns: 40 },
    )
  })

  test('can be listed by name without reading the content of its entries', async () => {
    const file = await pack([
      ['one', 'x'.repeat(200_000)],
      ['two', 'y'],
    ])
    const names: string[] = []
    for await (const { name } of findEntries(file)) names.push(name)
    expect(names).toEqual(['one', 'two'])
  })

  test('accepts a stream of exactly the declared size', async () => {
    const file = place()
    const out = new ArchiveWriter(createWriteStream(file))
    await out.stream('parts', 10, pieces('hello ', 'you!'))
    await out.end()
    expect(await unpack(file)).toEqual([['parts', Buffer.from('hello you!')]])
  })

  test.each([
    ['fewer', 11],
    ['more', 9],
  ])('refuses a stream of %s bytes than declared', async (_title, size) => {
    const out = new ArchiveWriter(createWriteStream(place()))
    await expect(out.stream('parts', size, pieces('hello ', 'you!'))).rejects.toThrow(/size mismatch/i)
    out.abandon()
  })

  test('a write error of the target stream is reported to the writer and never blocks it', async () => {
    const full = new Writable({
      write: (_bytes, _encoding, done) => done(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
    })
    const out = new ArchiveWriter(full)
    const writing = async () => {
      for (let i = 0; i < 200; i++) await out.bytes(`part${i}`, Buffer.from(Array.from({ length: 65_536 }, () => Math.random() * 256)))
      await out.end()
    }
    await expect(writing()).rejects.toMatchObject({ code: 'ENOSPC' })
  })

  test('cannot be read after it was abandoned', async () => {
    const file = place()
    const out = new ArchiveWriter(createWriteStream(file))
    await out.bytes('one', Buffer.from('x'))
    out.abandon()
    await expect(out.end()).rejects.toThrow(/Premature close|closed|destroyed/i)
    await expect(unpack(file)).rejects.toThrow(/unexpected end of file/i)
  })

  test('cannot be read when it is truncated at any place', async () => {
    const whole = readFileSync(await pack(Array.from({ length: 4 }, (_, i) => [`part${i}`, Buffer.alloc(5_000, `line ${i}\n`)])))
    const file = place()
    for (const length of [1, 10, Math.floor(whole.length / 2), whole.length - 9, whole.length - 1]) {
      writeFileSync(file, whole.subarray(0, length))
      await expect(unpack(file), `${length} of ${whole.length}`).rejects.toThrow(/unexpected end|incorrect header|Unexpected/i)
    }
  })
})

describe('the name of an entry determines what it contains:', () => {
  test.each([
    ['tables/public.product/000001', { table: 'public.product' }],
    ['files/img/ab/x.png', { file: 'img/ab/x.png' }],
    ['files/x', { file: 'x' }],
    ['tables/public.product', undefined],
    ['tables/public.product/1/2', undefined],
    ['files', undefined],
    ['backup.json', undefined],
    ['other/x', undefined],
  ])('%s', (name, expected) => expect(getPlace(name)).toEqual(expected))
})

describe('a backup', () => {
  const head = { format: FORMAT, made: '2026-01-01T00:00:00.000Z', postgres: '18', migrations: ['a'], tables: [] }
  const sums = {
    tables: { 'public.tea': { count: 2, sha256: sha256('1\tgreen\n2\tred\n') }, 'public.cup': { count: 0, sha256: sha256('') } },
    files: { 'img/a.png': { count: 3, sha256: sha256('png') } },
    missing: [],
    sequences: [],
  }
  const whole: Entries = [
    [HEAD, JSON.stringify(head)],
    [KEYS, 'one\ntwo\n'],
    ['tables/public.tea/000001', '1\tgreen\n'],
    ['tables/public.tea/000002', '2\tred\n'],
    ['files/img/a.png', 'png'],
    [SUMS, JSON.stringify(sums)],
  ]
  /** The same entries with some changed, or omitted where undefined. */
  const but = (changes: Record<string, string | undefined>): Entries =>
    whole.flatMap(([name, bytes]) => {
      if (!(name in changes)) return [[name, bytes] as const]
      const changed = changes[name]
      return changed === undefined ? [] : [[name, changed] as const]
    })
  const checked = async (entries: Entries) => check(await pack(entries))

  test('is read as a whole: head, keys, checksums, and the parts of a table joined', async () => {
    expect(await checked(whole)).toEqual({ head, sums, keys: ['one', 'two'] })
  })

  test('may contain entries that a later version of the same format adds', async () => {
    expect((await checked([...whole, ['notes/x', 'something']])).head).toEqual(head)
  })

  test.each<[string, Record<string, string | undefined>, string]>([
    ['a row that was changed', { 'tables/public.tea/000002': '2\tRed\n' }, 'public.tea is not what was written'],
    ['a part of a table that is gone', { 'tables/public.tea/000001': undefined }, 'public.tea is not what was written'],
    ['a file that was changed', { 'files/img/a.png': 'gif' }, 'img/a.png is not what was written'],
    ['a file that is gone', { 'files/img/a.png': undefined }, 'img/a.png is not what was written'],
    ['several of these', { 'files/img/a.png': 'gif', 'tables/public.tea/000001': '' }, 'public.tea, img/a.png are not what was written'],
    ['no head', { [HEAD]: undefined }, 'it is no backup of Stoa'],
    ['no end', { [SUMS]: undefined }, 'it ends before its end'],
    ['a head that is no JSON', { [HEAD]: '{' }, 'JSON'],
  ])('with %s is refused with the reason', async (_title, changes, reason) => {
    await expect(checked(but(changes))).rejects.toMatchObject({ exit: 'failure', message: expect.stringContaining(reason) })
  })

  test('is refused when the parts of a table are in another order', async () => {
    const [first, keys, one, two, ...rest] = whole
    await expect(checked([first, keys, two, one, ...rest] as Entries)).rejects.toMatchObject({
      message: expect.stringContaining('public.tea is not what was written'),
    })
  })

  test('is refused when a table that should be empty has rows', async () => {
    await expect(checked([...whole.slice(0, 4), ['tables/public.cup/000001', '1\n'], ...whole.slice(4)])).rejects.toMatchObject({
      message: expect.stringContaining('public.cup is not what was written'),
    })
  })

  test('of a newer format is refused with a hint to install that version', async () => {
    await expect(checked(but({ [HEAD]: JSON.stringify({ ...head, format: FORMAT + 1 }) }))).rejects.toMatchObject({
      exit: 'conflict',
      hint: expect.stringContaining('Install that version'),
    })
  })

  test('is reported as missing when the file does not exist', async () => {
    await expect(check(join(folder, 'none.tar.gz'))).rejects.toMatchObject({ exit: 'failure', message: expect.stringContaining('ENOENT') })
  })
})
