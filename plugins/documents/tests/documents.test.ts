import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { type Block, type Cell, DOCUMENTS, readLetterhead, type PrintedDocument } from '../index.ts'
import { countPages, extractPdfText } from '../../../tests/support/pdf.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp(['documents'])
})
afterAll(() => it.close())

const createDocument = (blocks: Block[], more: Partial<PrintedDocument> = {}): PrintedDocument => ({
  title: 'Paper',
  language: 'en-US',
  blocks,
  ...more,
})
const print = (document: PrintedDocument) => it.kernel.get(DOCUMENTS).bytes(document)

const grid = { columns: 3, rows: 8, width: 63.5, height: 33.9, left: 7.25, top: 12.9, gapX: 2.5, gapY: 0, start: 0 }
const label = (n: number, copies = 1): Cell => ({
  copies,
  code: { kind: 'code128', text: `SKU-${n}` },
  title: `西湖龍井綠茶 ${n}`,
  detail: '顏色: 啞黑',
  caption: `SKU-${n}`,
  strong: 'HK$128.00',
})
const sheet = (cells: Cell[], start = 0) =>
  createDocument([{ type: 'cells', grid: { ...grid, start }, cells }], { page: { width: 210, height: 297, margin: 0 } })

test('both Chinese scripts, Cantonese and accents are printed as written', async () => {
  const text = '採購單 采购单 嘅咗喺哋 Crème brûlée €'
  expect(extractPdfText(await print(createDocument([{ type: 'heading', text }]))).replaceAll('\n', '')).toContain(text)
})

test.each([
  [
    'Latin of all of Europe',
    'Łukasz Šimůnek, ul. Żwirki 5, Łódź; Ștefan Žižka; Ğ ğ Ħ ﬁne ₹',
    'Łukasz Šimůnek, ul. Żwirki 5, Łódź; Ștefan Žižka; Ğ ğ Ħ ﬁne ₹',
  ],
  ['Greek, Cyrillic and Vietnamese', 'Νίκος Αλεξίου, Лев Толстой, Nguyễn Thị Ánh', 'Νίκος Αλεξίου, Лев Толстой, Nguyễn Thị Ánh'],
  ['letters the font has not, in Latin', '민수 Kim, אבי', 'minsu Kim, by'],
  ['signs nobody can write, as boxes', 'With ❤️ from 🙂', 'With □ from □'],
])('a document prints %s', async (_, text, printed) => {
  expect(extractPdfText(await print(createDocument([{ type: 'text', text }]))).replaceAll('\n', '')).toBe(printed)
})

test('a negative amount keeps its sign', async () => {
  expect(extractPdfText(await print(createDocument([{ type: 'heading', text: '−30.00' }])))).toBe('−30.00')
})

test('a table continues over pages with a repeated header, and every page is numbered', async () => {
  const rows = Array.from({ length: 60 }, (_, i) => [`Row ${i}`, { text: '12', detail: 'SKU' }])
  const table: Block = {
    type: 'table',
    columns: [
      { label: 'Item', share: 3 },
      { label: 'Quantity', share: 1, align: 'right' },
    ],
    rows,
  }
  const pdf = await print(
    createDocument([table, { type: 'totals', rows: [['Total', '720']] }], { foot: 'Page {page} of {pages}', running: 'PO17' }),
  )
  const text = extractPdfText(pdf)
  const pages = countPages(pdf)
  expect(pages).toBeGreaterThan(2)
  expect(text.match(/Item/g)).toHaveLength(pages)
  expect(text.match(/PO17/g)).toHaveLength(pages - 1)
  expect(text).toContain(`Page ${pages} of ${pages}`)
  for (const [name] of rows) expect(text).toContain(name)
})

test('labels fill a sheet from the first free one and continue on the next', async () => {
  expect(countPages(await print(sheet([label(1, 24)])))).toBe(1)
  const pdf = await print(sheet([label(1, 24)], 1))
  expect(countPages(pdf)).toBe(2)
  expect(extractPdfText(pdf).match(/SKU-1/g)).toHaveLength(24)
})

test('the server stays responsive while it prints 500 labels with Chinese text', async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const pdf = await print(sheet(Array.from({ length: 500 }, (_, i) => label(i))))
  delay.disable()
  expect(countPages(pdf)).toBe(21)
  // The percentile is in nanoseconds. Drawing in the main thread would block it for hundreds of milliseconds.
  expect(delay.percentile(99) / 1e6).toBeLessThan(100)
})

test('the stream of a sheet delivers pages while later ones are drawn', async () => {
  const out = await it.kernel.get(DOCUMENTS).print(sheet([label(1, 2_400)]))
  const first = out.read() as Buffer
  expect(countPages(first)).toBeLessThan(100)
  expect(countPages(first) + countPages(await buffer(out))).toBe(100)
})

test('background documents leave a thread to interactive ones, and are drawn one after the other', async () => {
  const finishOrder: string[] = []
  // Thread start time depends on the machine, so the first print runs until it is stopped.
  const endless = await it.kernel.get(DOCUMENTS).print(sheet([label(1, 2_400_000)]), { long: true })
  const long = async (name: string) => {
    const onPage = (page: number) => void ([1, 100].includes(page) && finishOrder.push(`${name} ${page}`))
    return countPages(await buffer(await it.kernel.get(DOCUMENTS).print(sheet([label(1, 2_400)]), { long: true, onPage })))
  }
  const later = [long('second'), long('third')]
  await print(createDocument([{ type: 'text', text: 'Now' }])).then(() => finishOrder.push('short'))
  endless.destroy()
  expect(await Promise.all(later)).toEqual([100, 100])
  expect(finishOrder).toEqual(['short', 'second 1', 'second 100', 'third 1', 'third 100'])
})

test('a client that disconnects stops the drawing, and the next document is printed', async () => {
  const out = await it.kernel.get(DOCUMENTS).print(sheet([label(1, 2_000)]))
  out.destroy()
  await sleep(20)
  expect(out.destroyed).toBe(true)
  expect(extractPdfText(await print(createDocument([{ type: 'text', text: 'Still here' }])))).toContain('Still here')
})

test('a barcode that cannot be encoded fails its own document, not the server', async () => {
  const wrong = createDocument([{ type: 'code', code: { kind: 'ean13', text: 'no digits' }, height: 10 }])
  await expect(print(wrong)).rejects.toThrow('could not be drawn')
  await expect(it.kernel.get(DOCUMENTS).print(wrong)).rejects.toThrow('could not be drawn')
  expect(countPages(await print(createDocument([{ type: 'code', code: { kind: 'ean13', text: '4006381333931' }, height: 10 }])))).toBe(1)
})

test('a word of many thousand characters is broken and does not block printing', async () => {
  const begun = Date.now()
  await print(createDocument([{ type: 'text', text: 'x'.repeat(80_000) }]))
  expect(Date.now() - begun).toBeLessThan(5_000)
})

test("the letterhead has the business details in the reader's language", async () => {
  const owner = await it.staff('owner')
  const saved = await owner.put('/api/admin/settings/letterhead', {
    business_name: 'Harbour Tea',
    address: '18 Tai Ping Shan Street',
    language: 'en-US',
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  expect(readLetterhead(it.kernel, 'en-US')).toMatchObject({
    name: 'Harbour Tea',
    head: [{ text: 'Harbour Tea' }, { text: '18 Tai Ping Shan Street' }],
  })
})
