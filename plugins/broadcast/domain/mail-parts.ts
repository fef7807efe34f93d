/** A part of a mail that holds no further parts. */
export interface MailPart {
  headers: HeaderFields
  type: string
  /** As it was sent; `decodedBody` reads it. */
  body: string
}

/** Header fields by name in small letters, the first of each. */
export type HeaderFields = ReadonlyMap<string, string>

/** Characters of a line as RFC 5322 allows them; what is longer is cut. */
const LINE = 998
/** Characters of a field over all its lines, and lines of one header. */
const FIELD = 4_000
const LINES = 500

/** As deep as mails stand in one another, and as many parts as are looked at. */
const DEEP = 6
const PARTS = 60

/** Reads header fields up to an empty line, in one pass over the lines: nothing is looked at twice, however long it is. */
export function headerFields(lines: readonly string[]): HeaderFields {
  const fields = new Map<string, string>()
  let last = ''
  for (const long of lines.slice(0, LINES)) {
    const line = long.slice(0, LINE)
    if (line.trim() === '') break
    const colon = line.indexOf(':')
    if (/^[ \t]/.test(line)) {
      const before = fields.get(last)
      if (before !== undefined && before.length < FIELD) fields.set(last, `${before} ${line.trim()}`.slice(0, FIELD))
    } else if (colon > 0) {
      last = line.slice(0, colon).trim().toLowerCase()
      // Of a field that stands twice the first counts, and what is folded below the second belongs to neither.
      if (fields.has(last)) last = ''
      else fields.set(last, line.slice(colon + 1).trim())
    }
  }
  return fields
}

/** The parts of a mail, those of parts included. Lines end in `\n`. */
export function mailParts(raw: string, depth = 0): MailPart[] {
  const gap = raw.indexOf('\n\n')
  const [head, body] = gap < 0 ? [raw, ''] : [raw.slice(0, gap), raw.slice(gap + 2)]
  const headers = headerFields(head.split('\n', LINES))
  const content = headers.get('content-type') ?? ''
  const type = (/^[\w.+-]+\/[\w.+-]+/.exec(content)?.[0] ?? 'text/plain').toLowerCase()
  const boundary = /\bboundary="?([^";\s]+)"?/i.exec(content)?.[1]
  if (depth >= DEEP || !type.startsWith('multipart/') || !boundary) return [{ headers, type, body }]
  const parts: MailPart[] = []
  for (const piece of `\n${body}`.split(`\n--${boundary}`, PARTS + 1).slice(1)) {
    if (piece.startsWith('--') || parts.length >= PARTS) break
    const start = piece.indexOf('\n')
    parts.push(...mailParts(start < 0 ? '' : piece.slice(start + 1), depth + 1))
  }
  return parts.slice(0, PARTS)
}

/** The text of a part without its transfer encoding. */
export function decodedBody({ headers, body }: MailPart): string {
  const encoding = (headers.get('content-transfer-encoding') ?? '').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
