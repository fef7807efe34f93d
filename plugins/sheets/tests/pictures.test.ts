import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { storeFile } from '../../../core/file/files.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { importRecords } from '../import/import.ts'
import type { ImportOptions } from '../import/options.ts'

/** Images that a sheet names by URL, served by another shop. */
let it: TestApp
let other: Server
let at: string
let picture: Buffer
const requests: string[] = []
beforeAll(async () => {
  it = await testApp(['catalogue', 'inventory', 'sheets'], { env: { STOA_OUTGOING: 'any' } })
  await it.kernel.resources.create(it.ctx, 'warehouse', { code: 'main', name: 'main' })
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#36a' } })
    .png()
    .toBuffer()
  other = createServer((request, reply) => {
    const path = request.url ?? ''
    requests.push(path)
    if (path.startsWith('/gone')) reply.writeHead(404).end('no')
    else if (path.startsWith('/page')) reply.end('<html>')
    else if (path.startsWith('/moved')) reply.writeHead(302, { location: '/a.png' }).end()
    else if (path.startsWith('/endless')) reply.end(Buffer.alloc(3 * 1024 * 1024))
    else if (path.startsWith('/broken')) reply.destroy()
    else reply.end(picture)
  })
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  at = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
})
afterAll(async () => {
  other.closeAllConnections()
  other.close()
  await it.close()
})
beforeEach(() => void (requests.length = 0))

const put = (csv: string, o: ImportOptions = {}) =>
  importRecords(it.ctx, 'product', { name: 'a.csv', bytes: Buffer.from(csv) }, { speak: 'en-US', limit: 1_000, ...o })
const pictures = (sku: string) =>
  it.kernel.db.rows<{ path: string }>(
    sql`select i.path from product_image i join product p on p.id = i.product_id where p.sku = ${sku} order by i."order", i.id`,
  )
const count = async (table: 'file' | 'fetched_picture') =>
  (
    await it.kernel.db.one<{ n: number }>(
      table === 'file' ? sql`select count(*) as n from file` : sql`select count(*) as n from fetched_picture`,
    )
  )?.n

test('images are downloaded from their URLs in order, once, and a second import downloads and changes nothing', async () => {
  const csv = `product_sku,name,price,images\nCUP,Cup,5,"${at}/a.png, ${at}/b.png | ${at}/c,d.png"\nPOT,Pot,5,${at}/a.png\n`
  const far: { done: number; total?: number }[] = []
  const answer = await put(csv, { onProgress: (progress) => far.push(progress) })
  expect(answer.errors).toEqual([])
  expect(answer.summary.create).toBe(2)
  expect(requests.toSorted()).toEqual(['/a.png', '/b.png', '/c,d.png'])
  // Progress counts records and images together.
  expect(far.at(-1)).toEqual({ done: 5, total: 5 })
  const cup = await pictures('CUP')
  expect(cup).toHaveLength(3)
  expect(new Set(cup.map(({ path }) => path)).size).toBe(3)
  expect(await pictures('POT')).toEqual(cup.slice(0, 1))
  const [first] = cup
  expect((await it.guest.get(`/files/${first?.path}`)).status).toBe(200)
  requests.length = 0
  expect(await put(csv)).toMatchObject({ summary: { unchanged: 2 }, errors: [] })
  expect(requests).toEqual([])
})

test('a dry run downloads and stores nothing, and shows the URL', async () => {
  const files = [await count('file'), await count('fetched_picture')]
  const answer = await put(`product_sku,name,price,images\nJUG,Jug,5,${at}/jug.png\n`, { dryRun: true })
  expect(answer.errors).toEqual([])
  expect(requests).toEqual([])
  expect([await count('file'), await count('fetched_picture')]).toEqual(files)
  expect(JSON.stringify(answer.data)).not.toContain('img/00')
  expect(JSON.stringify(answer.data)).toContain(`${at}/jug.png`)
})

test('a failed download is reported with line and URL, and the record is imported without the image', async () => {
  const names = ['gone', 'page', 'moved', 'endless', 'broken', 'fine']
  const csv = `product_sku,name,price,images\n${names.map((n) => `X-${n},${n},5,${at}/${n}.png`).join('\n')}\nX-both,Both,5,"${at}/gone.png ${at}/fine.png"\n`
  const rehearsal = await put(csv, { dryRun: true })
  expect(rehearsal.warnings).toMatchObject([{ row: 0, warning: expect.stringMatching(/^6 images are downloaded/) as string }])
  const answer = await put(csv)
  expect(answer.warnings?.map(({ row, column, value, warning }) => [row, column, value.replace(at, ''), warning])).toEqual([
    [2, 'images', '/gone.png', 'This picture could not be fetched: HTTP 404.'],
    [3, 'images', '/page.png', 'Please upload a file of one of these types: png, jpg, gif, webp, avif.'],
    [4, 'images', '/moved.png', 'This picture could not be fetched: HTTP 302.'],
    [5, 'images', '/endless.png', expect.stringContaining('2')],
    [6, 'images', '/broken.png', 'This picture could not be fetched: ECONNRESET.'],
    [8, 'images', '/gone.png', 'This picture could not be fetched: HTTP 404.'],
  ])
  expect(answer.summary).toMatchObject({ create: 7, error: 0 })
  expect([await pictures('X-fine'), await pictures('X-both'), await pictures('X-gone')].map((list) => list.length)).toEqual([1, 1, 0])
  expect((await put(csv)).summary).toMatchObject({ change: 0, unchanged: 7 })
})

test('images of the library are referenced by file name, and a missing one is reported', async () => {
  const { path } = await storeFile(it.kernel, it.kernel.db, { bytes: picture, name: 'Mug front.PNG', type: 'image', trusted: true })
  const csv = 'product_sku,name,price,images\nMUG,Mug,5,mug front.png\nPAN,Pan,5,pan.png | mug front.png\n'
  for (const dryRun of [true, false]) {
    const answer = await put(csv, { dryRun })
    expect(answer.warnings).toMatchObject([{ row: 3, column: 'images', value: 'pan.png', warning: '"pan.png" does not exist.' }])
    expect(answer.summary).toMatchObject({ create: 2, error: 0 })
  }
  expect(await pictures('MUG')).toEqual([{ path }])
  expect(await pictures('PAN')).toEqual([{ path }])
})

test('an upload path is accepted, and a missing one is reported and skipped', async () => {
  const { path } = await storeFile(it.kernel, it.kernel.db, { bytes: picture, name: 'bowl.png', type: 'image', trusted: true })
  const none = 'img/aa/ffffffffffffffffffffffff.png'
  const csv = `product_sku,name,price,images\nBWL,Bowl,5,${path} | ${none}\nDSH,Dish,5,${none}\n`
  for (const dryRun of [true, false]) {
    const answer = await put(csv, { dryRun })
    expect(answer.warnings?.map(({ row, value, warning }) => [row, value, warning])).toEqual([
      [2, none, `"${none}" does not exist.`],
      [3, none, `"${none}" does not exist.`],
    ])
    expect(answer.summary).toMatchObject({ create: 2, error: 0 })
  }
  expect(await pictures('BWL')).toEqual([{ path }])
  expect(await pictures('DSH')).toEqual([])
})

test('images are not downloaded from private networks', async () => {
  const strict = { ...it.ctx, kernel: { ...it.kernel, config: { ...it.kernel.config, outgoing: 'public' } } } as typeof it.ctx
  for (const dryRun of [true, false]) {
    const answer = await importRecords(
      strict,
      'product',
      {
        name: 'a.csv',
        bytes: Buffer.from('product_sku,name,price,images\nQ,Q,5,http://169.254.169.254/a.png\nR,R,5,https://localhost/a.png\n'),
      },
      { speak: 'en-US', limit: 10, dryRun },
    )
    expect(answer.warnings?.map(({ row }) => row)).toEqual([2, 3])
    expect(answer.summary).toMatchObject({ create: 2, error: 0 })
  }
})

test('image names are resolved against the base URL', async () => {
  const csv = 'product_sku,name,price,images\nN1,N,5,"x~mv2.jpg;y.png?v=2, z.webp"\n'
  const answer = await put(csv, { amend: { base: { images: `${at}/media/` } } })
  expect(answer.errors).toEqual([])
  expect(requests.toSorted()).toEqual(['/media/x~mv2.jpg', '/media/y.png?v=2', '/media/z.webp'])
  expect(await pictures('N1')).toHaveLength(3)
})

test('a shop export of another system imports its images', async () => {
  const shopify = `Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src
shirt,Shirt,North,Size,S,SH-S,20,${at}/front.png
shirt,,,,L,SH-L,22,${at}/back.png
shirt,,,,,,,${at}/side.png
`
  const answer = await put(shopify)
  expect(answer.errors).toEqual([])
  expect(await pictures('shirt')).toHaveLength(3)
})
