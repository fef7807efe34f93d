import { deflateRawSync } from 'node:zlib'
import exceljs from 'exceljs'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { guard, isClear, joinList, joinPath, listPart, plain, readWord, sayWord, splitList, splitPath, unguard } from '../source/cell.ts'
import type { Line } from '../source/line.ts'
import { openSheet } from '../source/read.ts'
import { uploadLimits } from '../source/unpack.ts'
import type { AppError } from '../../../core/http/errors.ts'

const read = async (bytes: Buffer | AsyncIterable<Uint8Array>, name = 'a.csv', options = {}) => {
  const sheet = await openSheet({ name, bytes }, options)
  const lines: Line[] = []
  for await (const line of sheet.lines) lines.push(line)
  return { header: sheet.header, lines }
}
const refusal = (run: Promise<unknown>): Promise<AppError> =>
  run.then(
    () => {
      throw new Error('not refused')
    },
    (error: AppError) => error,
  )

test.each([[','], [';'], ['\t']])('a CSV is read with any separator (%j)', async (sign) => {
  const text = [
    ['sku', 'a "quoted, ; name'],
    ['A-1', 'x'],
  ]
    .map((l) => l.map((c) => `"${c.replaceAll('"', '""')}"`).join(sign))
    .join('\r\n')
  const { header, lines } = await read(Buffer.from(text))
  expect(header).toEqual(['sku', 'a "quoted, ; name'])
  expect(lines).toEqual([{ line: 2, cells: ['A-1', 'x'] }])
})

test('line numbers match an editor, with quoted line breaks and blank lines', async () => {
  const { lines } = await read(Buffer.from('sku,text\r\n\r\nA,"one\r\ntwo\r\nthree"\r\nB,x\r\n,\r\nC,y'))
  expect(lines).toEqual([
    { line: 3, cells: ['A', 'one\ntwo\nthree'] },
    { line: 6, cells: ['B', 'x'] },
    { line: 8, cells: ['C', 'y'] },
  ])
})

const chinese = '編號,名稱,說明\nA-1,檸檬茶與咖啡,這是一種以新鮮檸檬製成的飲品，歡迎品嚐。\n'
const simplified = '编号,名称,说明\nA-1,柠檬茶与咖啡,这是一种以新鲜柠檬制成的饮品，欢迎品尝。\n'
test.each([
  ['utf8', Buffer.from(chinese), chinese],
  ['utf8 with mark', Buffer.from(`\uFEFF${chinese}`), chinese],
  ['utf16le', iconv.encode(chinese, 'utf16le', { addBOM: true }), chinese],
  ['utf16be', iconv.encode(chinese, 'utf16be', { addBOM: true }), chinese],
  ['big5', iconv.encode(chinese, 'big5'), chinese],
  ['gb18030', iconv.encode(simplified, 'gb18030'), simplified],
  ['short big5', iconv.encode('名稱\n茶\n', 'big5'), '名稱\n茶\n'],
  ['short gb18030', iconv.encode('名称,价格\n红茶,1\n', 'gb18030'), '名称,价格\n红茶,1\n'],
])('an encoding is recognised: %s', async (_, bytes, text) => {
  const { header, lines } = await read(bytes)
  expect([header, ...lines.map((l) => l.cells)]).toEqual(
    text
      .trim()
      .split('\n')
      .map((l) => l.split(',')),
  )
})

test('a CSV streamed in chunks that split characters reads the same', async () => {
  const bytes = iconv.encode(chinese.repeat(3), 'big5')
  async function* pieces() {
    for (let i = 0; i < bytes.length; i += 7) yield bytes.subarray(i, i + 7)
  }
  expect(await read(pieces())).toEqual(await read(bytes))
})

test.each([
  ['in the second line', 'name,sku\n"Pot,1\nCup,2\nTray,3\n', 2, '"Pot,1'],
  ['in the last line', 'a,b\n1,2\n3,"4', 3, '"4'],
  ['behind a cell with breaks in it', 'a,b,c\n1,"two\nlines",x\n"in\nhere",2,"and ""now\n5,6,7\n', 5, '"and ""now'],
  ['behind marks that stand inside a cell', 'a;b\n12" pipe;"x\n3;4\n', 2, '"x'],
  ['before a long text', `a,b\n1,"${'long '.repeat(20)}\n`, 2, `"${'long '.repeat(20).slice(0, 29)}…`],
  ['before more than one record may hold', `a,b\n1,2\n"3,${'4,5\n'.repeat(1_200_000)}`, 3, '"3,4,5'],
])('an unclosed quotation mark is reported with line and text: %s', async (_where, csv, line, excerpt) => {
  const bytes = Buffer.from(csv)
  async function* pieces() {
    const size = Math.max(7, Math.ceil(bytes.length / 100))
    for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
  }
  for (const source of [bytes, pieces()])
    expect((await refusal(read(source))).messages).toEqual({ file: [{ key: 'sheets:error.open_quote', params: { line, text: excerpt } }] })
})

test('a file above the line limit is rejected with the specified error', async () => {
  const text = `sku\n${Array.from({ length: 1_001 }, (_, i) => `S${i}`).join('\n')}`
  expect((await read(Buffer.from(text.slice(0, text.lastIndexOf('\n'))), 'a.csv', { limit: 1_000 })).lines).toHaveLength(1_000)
  expect((await refusal(read(Buffer.from(text), 'a.csv', { limit: 1_000 }))).kind.code).toBe('TOO_MANY_ROWS')
})

async function workbook(fill: (sheet: exceljs.Worksheet, book: exceljs.Workbook) => void): Promise<Buffer> {
  const book = new exceljs.Workbook()
  fill(book.addWorksheet('Data'), book)
  return Buffer.from(await book.xlsx.writeBuffer())
}

test('a workbook is read as its cells display', async () => {
  const bytes = await workbook((sheet) => {
    sheet.addRow(['sku', 'price', 'sum', 'day', 'rich', 'flag', 'text', 'wrong', 'big', 'nothing'])
    sheet.addRow([
      'A&amp;B <x>',
      12.5,
      { formula: 'B2*2', result: 25 },
      new Date('2026-11-21T00:00:00Z'),
      { richText: [{ text: 'bo' }, { text: 'ld' }] },
      true,
      "'=1+1",
      { error: '#REF!' },
      Number('4901234567894123456'),
      { formula: 'NOW()' },
    ])
    sheet.getCell('A9').value = 'far below'
    sheet.getCell('D10').value = { formula: 'TODAY()', result: 46_000 } as never
    sheet.getCell('D10').numFmt = 'yyyy-mm-dd'
  })
  const { header, lines } = await read(bytes, 'a.xlsx', { container: uploadLimits })
  expect(header).toHaveLength(10)
  expect(lines[0]).toEqual({
    line: 2,
    cells: ['A&amp;B <x>', '12.5', '25', '2026-11-21', 'bold', '1', '=1+1', '#REF!', '4901234567894123520', ''],
    marks: new Map([
      [3, 'date'],
      [5, 'flag'],
      [7, 'error'],
      [8, 'digits'],
      [9, 'error'],
    ]),
  })
  expect(lines[1]).toEqual({ line: 9, cells: ['far below'] })
  expect(lines[2]?.cells[3]).toBe('2025-12-09')
})

test('the first visible sheet of a workbook is read', async () => {
  const bytes = await workbook((sheet, book) => {
    sheet.state = 'hidden'
    sheet.addRow(['secret'])
    book.addWorksheet('Shown').addRows([['sku'], ['A']])
  })
  expect(await read(bytes, 'a.xlsx')).toEqual({ header: ['sku'], lines: [{ line: 2, cells: ['A'] }] })
})

test('a cell in the last corner of the sheet does not slow down reading', async () => {
  const bytes = await workbook((sheet) => {
    sheet.addRow(['sku'])
    sheet.getCell('XFD1048576').value = 'far'
  })
  const begun = Date.now()
  expect((await read(bytes, 'a.xlsx', { limit: 1_000, container: uploadLimits })).lines).toEqual([])
  expect(Date.now() - begun).toBeLessThan(3_000)
})

/** A zip file as other programs write it, with any entries in its directory. */
function zip(entries: Record<string, Buffer | string>, claim?: number): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(entries)) {
    const packed = deflateRawSync(content)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(claim ?? content.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), packed)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Object.keys(entries).length, 4)
  end.writeUInt16LE(Object.keys(entries).length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06', 'latin1'), end])
}

const frame = {
  'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
}
const sheetXml = (cell: string) =>
  `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${cell}</t></is></c></row></sheetData></worksheet>`

test('a container made by hand is read', async () => {
  expect(await read(zip({ ...frame, 'xl/worksheets/sheet1.xml': sheetXml('sku') }), 'a.xlsx')).toEqual({
    header: ['sku'],
    lines: [],
  })
})

test.each([
  [
    'unpacks to too much, whatever it claims',
    () => zip({ ...frame, 'xl/worksheets/sheet1.xml': sheetXml('x'.repeat(25_000_000)) }, 10),
    'sheets:error.container',
  ],
  ['is packed too tightly', () => zip({ ...frame, 'xl/worksheets/sheet1.xml': sheetXml('x'.repeat(5_000_000)) }), 'sheets:error.container'],
  [
    'declares a document type',
    () => zip({ ...frame, 'xl/worksheets/sheet1.xml': `<!DOCTYPE x [<!ENTITY a "b">]>${sheetXml('sku')}` }),
    'sheets:error.container',
  ],
  [
    'has too many entries',
    () => zip({ ...frame, ...Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`x${i}`, 'y'])) }),
    'sheets:error.container',
  ],
  ['is cut off', () => zip(frame).subarray(0, 150), 'sheets:error.unreadable'],
  ['is no workbook', () => zip({ a: 'b' }), 'sheets:error.unreadable'],
  [
    'has broken contents',
    () => zip({ ...frame, 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="1"><c' }),
    'sheets:error.unreadable',
  ],
])('a container is refused that %s', async (_, bytes, key) => {
  const error = await refusal(read(bytes(), 'a.xlsx', { container: uploadLimits }))
  expect(error.messages).toEqual({ file: [{ key }] })
})

test.each([
  ['', 'a.csv'],
  ['\n\n', 'a.csv'],
  ['[]', 'a.json'],
])('an empty sheet is reported as empty (%j)', async (text, name) => {
  expect((await refusal(read(Buffer.from(text), name))).messages).toEqual({
    file: [{ key: 'sheets:error.empty' }],
  })
})

test('lists of JSON objects read as lines', async () => {
  const items = [
    { sku: 'A', n: 1 },
    { sku: 'B', ok: true, list: ['x'] },
  ]
  expect(await read(Buffer.from(JSON.stringify(items)), 'a.json')).toEqual({
    header: ['sku', 'n', 'ok', 'list'],
    lines: [
      { line: 2, cells: ['A', '1', '', ''] },
      {
        line: 3,
        cells: ['B', '', '1', '["x"]'],
        marks: new Map([
          [2, 'flag'],
          [3, 'list'],
        ]),
      },
    ],
  })
  const ndjson = '{"sku":"A","n":null}\n\n{"sku":"B","n":2}\n'
  expect((await read(Buffer.from(ndjson), 'a.ndjson')).lines).toEqual([
    { line: 1, cells: ['A', ''] },
    { line: 3, cells: ['B', '2'] },
  ])
  expect((await refusal(read(Buffer.from('{"a":1}\n{"b":1}'), 'a.ndjson'))).messages).toMatchObject({
    file: [{ params: { line: 2, column: 'b' } }],
  })
})

test.each(['=1+1', '+852 1234', '-', '@x', '\tx', "'=x", "''@x", "'quoted'", 'plain'])(
  'a text escaped against formulas round-trips: %j',
  (text) => {
    expect(unguard(guard(text))).toBe(text)
    expect(guard(text)).not.toMatch(/^[=+\-@\t\r]/)
  },
)

test('lists and paths keep separators inside their parts', () => {
  const parts = ['a | b', 'c\\d', 'plain', '\\|']
  expect(splitList(joinList(parts.map(listPart))).map(plain)).toEqual(parts)
  const paths = [['a > b', 'c'], ['x|y', 'z\\'], ['one']]
  expect(splitList(joinList(paths.map(joinPath))).map(splitPath)).toEqual(paths)
})

test.each(['[clear]', "'[Clear]", 'clear', 'a [clear]'])('a text is never read as the clear keyword: %j', (text) => {
  expect(readWord(sayWord(text))).toBe(text)
  expect(isClear(sayWord(text))).toBe(false)
})
