import { decodeUtf8 } from '../text/decode-utf8.ts'

/** Maximum upload in bytes, unless a route allows more (specification C §9). */
export const uploadLimit = 2 * 1024 * 1024

const isZip = (bytes: Buffer): boolean => starts(bytes, '504b0304')

/** A file type detected from the bytes; names and headers are not trusted. */
export interface FileType {
  mime: string
  extension: string
  image: boolean
  /** Has no signature of its own: accepted only by fields that ask for it. */
  loose?: true
}

const starts = (bytes: Buffer, hex: string, at = 0) => bytes.subarray(at, at + hex.length / 2).toString('hex') === hex

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const types: readonly [test: (b: Buffer) => boolean, type: FileType][] = [
  [(b) => starts(b, '89504e470d0a1a0a'), { mime: 'image/png', extension: 'png', image: true }],
  [(b) => starts(b, 'ffd8ff'), { mime: 'image/jpeg', extension: 'jpg', image: true }],
  [(b) => starts(b, '474946383761') || starts(b, '474946383961'), { mime: 'image/gif', extension: 'gif', image: true }],
  [(b) => starts(b, '52494646') && starts(b, '57454250', 8), { mime: 'image/webp', extension: 'webp', image: true }],
  [(b) => b.subarray(4, 12).toString('latin1') === 'ftypavif', { mime: 'image/avif', extension: 'avif', image: true }],
  [(b) => starts(b, '255044462d'), { mime: 'application/pdf', extension: 'pdf', image: false }],
  // An xlsx workbook is a zip with these entries.
  [(b) => isZip(b) && b.includes('[Content_Types].xml') && b.includes('xl/workbook.xml'), { mime: XLSX, extension: 'xlsx', image: false }],
  [isZip, { mime: 'application/zip', extension: 'zip', image: false }],
  [isSvg, { mime: 'image/svg+xml', extension: 'svg', image: true }],
  [(b) => isTable(getText(b)), { mime: 'text/csv', extension: 'csv', image: false, loose: true }],
  [(b) => getText(b) !== undefined, { mime: 'text/plain', extension: 'txt', image: false, loose: true }],
]

function isSvg(bytes: Buffer): boolean {
  const head = bytes
    .subarray(0, 1_000)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  const rest = withoutComments(head.replace(/^<\?xml[^>]*>\s*/i, ''))
  // An SVG with a document type is recognised as SVG; `cleanSvg` then rejects it.
  return /^<(?:svg|!doctype\s+svg)[\s>]/i.test(rest)
}

/** Removes leading comments from markup. A single pass without a regular expression, so that the time is linear. */
function withoutComments(markup: string): string {
  let rest = markup
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4)
    if (end < 0) return ''
    rest = rest.slice(end + 3).trimStart()
  }
  return rest
}

/** The content of a text file: valid UTF-8 without control characters except line breaks and tabs; undefined otherwise. */
function getText(bytes: Buffer): string | undefined {
  const words = decodeUtf8(bytes) ?? ''
  return words.trim() === '' || /[^\P{Cc}\t\r\n]/u.test(words) ? undefined : words
}

/** Whether the first two lines have the same number of cells, at least two (CSV). */
function isTable(words = ''): boolean {
  const lines = words.split(/\r?\n/, 2).map((line) => line.replaceAll(/"[^"]*"/g, ''))
  return [',', ';', '\t'].some((mark) => {
    const cells = new Set(lines.filter((line) => line !== '').map((line) => line.split(mark).length))
    return cells.size === 1 && !cells.has(1)
  })
}

/** MIME type by file extension. */
export const getMimeType: Record<string, string> = Object.fromEntries(types.map(([, type]) => [type.extension, type.mime]))

/** File extensions of MIME types. */
export const getExtensions = (mimes: readonly string[]): string[] =>
  Object.keys(getMimeType).filter((ending) => mimes.includes(getMimeType[ending] ?? ''))

/** MIME types by their common group names. */
export const fileGroups = {
  picture: types.filter(([, type]) => type.image).map(([, type]) => type.mime),
  pdf: ['application/pdf'],
  sheet: [XLSX, 'text/csv'],
  text: ['text/plain', 'text/csv'],
  any: types.map(([, type]) => type.mime),
} as const satisfies Record<string, readonly string[]>

/** The type of a file; undefined when it is unknown. */
export const detectFileType = (bytes: Buffer): FileType | undefined => types.find(([test]) => test(bytes))?.[1]
