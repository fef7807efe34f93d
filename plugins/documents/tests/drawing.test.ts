import { setTimeout as sleep } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { countPages, getRectangles, extractPdfText } from '../../../tests/support/pdf.ts'
import { type Block, type Cell, type Code, DOCUMENTS, type PrintedDocument, qrPicture } from '../index.ts'
import { getPattern } from '../worker/code.ts'

const shop = suite(['documents'])
const createDocument = (blocks: Block[], more: Partial<PrintedDocument> = {}): PrintedDocument => ({
  title: 'Paper',
  language: 'en-US',
  blocks,
  ...more,
})
const print = (document: PrintedDocument) => shop.it.kernel.get(DOCUMENTS).bytes(document)
const written = async (blocks: Block[], more?: Partial<PrintedDocument>) => extractPdfText(await print(createDocument(blocks, more)))

const MM = 72 / 25.4
const cell = (more: Partial<Cell> = {}): Cell => ({
  copies: 1,
  code: { kind: 'qrcode', text: 'A' },
  title: 'Tea',
  detail: '',
  caption: 'A',
  strong: '',
  ...more,
})
const grid = { columns: 2, rows: 3, width: 90, height: 60, left: 10, top: 20, gapX: 5, gapY: 4, start: 0 }
const page = { width: 210, height: 297, margin: 0 }

describe('text content', () => {
  test('every block type prints its content', async () => {
    const text = await written([
      { type: 'heading', text: 'Invoice' },
      { type: 'heading', text: 'Lines', level: 2 },
      { type: 'columns', columns: [[{ type: 'text', text: 'Left' }], [{ type: 'text', text: 'Right', align: 'right' }]], shares: [2, 1] },
      { type: 'pairs', rows: [['Date', '27 Nov 2026']] },
      { type: 'rule' },
      { type: 'space', height: 5 },
      { type: 'table', columns: [{ label: 'Item', share: 1 }], rows: [[{ text: 'Tea', detail: 'SKU-1' }]] },
      {
        type: 'totals',
        rows: [
          ['Sum', '10.00'],
          ['Total', '12.00'],
        ],
      },
      { type: 'code', code: { kind: 'code128', text: 'SO1' }, height: 10, caption: 'SO1' },
    ])
    expect(text.split('\n')).toEqual([
      'Invoice',
      'Lines',
      'Left',
      'Right',
      'Date',
      '27 Nov 2026',
      'Item',
      'Tea',
      'SKU-1',
      'Sum',
      '10.00',
      'Total',
      '12.00',
      'SO1',
    ])
  })

  test('control characters are removed, tabs become spaces, and a text of many thousand characters is cut', async () => {
    expect(await written([{ type: 'text', text: 'a\u0000b\u0007\tc\u007f' }])).toBe('ab c')
    const long = (await written([{ type: 'text', text: 'ab '.repeat(3_000) }])).replaceAll(/\s/g, '')
    expect(long.length).toBeLessThan(4_000)
    expect(long.length).toBeGreaterThan(2_500)
  })

  test('paragraphs are separated by either kind of line end', async () => {
    expect(await written([{ type: 'text', text: 'one\r\ntwo\nthree' }])).toBe('one\ntwo\nthree')
  })

  test('typed text is never interpreted as PDF commands', async () => {
    const evil = ') Tj /JS (app.alert(1))'
    const pdf = await print(createDocument([{ type: 'text', text: evil }], { title: evil }))
    expect(extractPdfText(pdf)).toBe(evil)
    expect(pdf.toString('latin1')).toContain('(\\) Tj /JS \\(app.alert\\(1\\)\\))')
  })

  test('the file declares its language and its title', async () => {
    const raw = (await print(createDocument([{ type: 'text', text: 'x' }], { title: 'Receipt', language: 'zh-HK' }))).toString('latin1')
    expect(raw).toContain('/Lang (zh-HK)')
    expect(raw).toContain('\n(Receipt)\n')
  })

  test('a table without rows prints its header, and a single page has no running header', async () => {
    const text = await written([{ type: 'table', columns: [{ label: 'Item', share: 1 }], rows: [] }], {
      running: 'SO1',
      foot: '{page}/{pages}',
    })
    expect(text.split('\n')).toEqual(['Item', '1/1'])
  })

  test('totals are not split by a page break', async () => {
    const rows: [string, string][] = Array.from({ length: 8 }, (_, i) => [`Sum ${i}`, `${i}.00`])
    const pdf = await print(
      createDocument(
        [
          { type: 'space', height: 235 },
          { type: 'totals', rows },
        ],
        { running: 'SO1' },
      ),
    )
    const lines = extractPdfText(pdf).split('\n')
    expect(countPages(pdf)).toBe(2)
    expect(lines[0]).toBe('SO1')
  })
})

describe('barcodes', () => {
  test('the bars of a barcode follow the standard of its type', () => {
    const { width, height, pieces } = getPattern({ kind: 'ean13', text: '4006381333931' })
    expect([width, height]).toEqual([95, 1])
    // The code begins and ends with two bars, each one module wide.
    expect([pieces[0], pieces[1], pieces.at(-1)]).toEqual([
      [0, 0, 1, 1],
      [2, 0, 1, 1],
      [94, 0, 1, 1],
    ])
    expect(getPattern({ kind: 'ean8', text: '96385074' }).width).toBe(67)
    expect(getPattern({ kind: 'upca', text: '036000291452' }).width).toBe(95)
    // Three symbols (start, check and stop) in addition to those of the text.
    expect(getPattern({ kind: 'code128', text: 'ABC' }).width).toBe(11 * (3 + 2) + 13)
  })

  test('a matrix code is square, starts with its corner, and merges adjacent squares of a row', () => {
    const { width, height, pieces } = getPattern({ kind: 'qrcode', text: 'https://shop.test/t/1' })
    expect(width).toBe(height)
    expect((width - 17) % 4).toBe(0)
    expect(pieces[0]).toEqual([0, 0, 7, 1])
    for (const [i, [x, y, w]] of pieces.entries()) {
      expect(x + w).toBeLessThanOrEqual(width)
      const after = pieces[i + 1]
      if (after?.[1] === y) expect(after[0]).toBeGreaterThan(x + w)
    }
  })

  test.each<[Code['kind'], string]>([
    ['ean13', '4006381333932'],
    ['ean8', '96385075'],
    ['upca', '03600029145'.concat('9')],
    ['ean13', '12'],
  ])('a wrong check digit or length is reported: %s %s', (kind, text) => {
    expect(() => getPattern({ kind, text })).toThrow(/check ?digit|digits|length/i)
  })

  test('the QR image for emails has a white margin of four modules', async () => {
    const text = 'https://shop.test/t/1'
    const { data, info } = await sharp(await qrPicture(text))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const modules = getPattern({ kind: 'qrcode', text }).width
    expect([info.width, info.height]).toEqual([(modules + 8) * 12, (modules + 8) * 12])
    const dark = (x: number, y: number) => (data[(y * info.width + x) * info.channels] ?? 255) < 128
    const first = Array.from({ length: info.width }, (_, i) => i).find((i) => dark(i, i)) ?? -1
    expect(first).toBe(4 * 12)
  })
})

describe('labels of a sheet', () => {
  /** The top left corner of the code in each cell. */
  const corners = async (cells: Cell[], start = 0) => {
    const all = getRectangles(await print(createDocument([{ type: 'cells', grid: { ...grid, start }, cells }], { page })))
    const each = getPattern({ kind: 'qrcode', text: 'A' }).pieces.length
    return all.filter((_, i) => i % each === 0).map(([x = 0, y = 0]) => [x / MM, y / MM])
  }
  const PAD = 2.2
  const side = Math.min(60 - 2 * PAD, (90 - 2 * PAD) * 0.48)
  const place = (column: number, row: number) => [10 + column * 95 + PAD, 20 + row * 64 + PAD + (60 - 2 * PAD - side) / 2]

  test('are placed by the margins, sizes and gaps of the layout in millimeters, row by row', async () => {
    const found = await corners([cell({ copies: 6 })])
    const expected = [place(0, 0), place(1, 0), place(0, 1), place(1, 1), place(0, 2), place(1, 2)]
    expect(found).toHaveLength(6)
    for (const [i, at] of found.entries()) for (const axis of [0, 1]) expect(at[axis], `cell ${i}`).toBeCloseTo(expected[i]?.[axis] ?? 0, 1)
  })

  test('begin at the first free label, and at the top of the next sheet', async () => {
    const found = await corners([cell({ copies: 2 }), cell()], 4)
    const expected = [place(0, 2), place(1, 2), place(0, 0)]
    for (const [i, at] of found.entries()) for (const axis of [0, 1]) expect(at[axis], `cell ${i}`).toBeCloseTo(expected[i]?.[axis] ?? 0, 1)
  })

  test('a label with zero copies is left out', async () => {
    expect(
      await written([{ type: 'cells', grid, cells: [cell({ copies: 0, title: 'None' }), cell({ title: 'One' })] }], { page }),
    ).not.toContain('None')
  })

  test('a long name is cut within its label and does not move code and price', async () => {
    const title = 'A very long name of a tea that goes on '.repeat(10)
    const text = await written(
      [{ type: 'cells', grid, cells: [cell({ title, strong: 'HK$128.00', code: { kind: 'code128', text: 'A' } })] }],
      { page },
    )
    expect(text).toContain('HK$128.00')
    expect(text.length).toBeLessThan(title.length)
  })
})

describe('concurrent printing', () => {
  const slow = () =>
    shop.it.kernel.get(DOCUMENTS).print(createDocument([{ type: 'cells', grid, cells: [cell({ copies: 200_000 })] }], { page }))
  test('queues twenty, rejects the next, and a canceled one frees its place', async () => {
    const running: Readable[] = [await slow(), await slow()]
    const documents = shop.it.kernel.get(DOCUMENTS)
    const small = createDocument([{ type: 'text', text: 'x' }])
    const waiting = Array.from({ length: 20 }, () => documents.print(small))
    await expect(documents.print(small)).rejects.toMatchObject({ kind: { code: 'PRINTING_BUSY', status: 429 } })
    for (const out of running) out.destroy()
    const drawn = await Promise.all(waiting.map(async (out) => countPages(await buffer(await out))))
    expect(drawn).toEqual(Array.from({ length: 20 }, () => 1))
    await sleep(0)
    expect(countPages(await documents.bytes(small))).toBe(1)
  })
})
