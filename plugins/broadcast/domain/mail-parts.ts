/** A leaf part of a MIME message. */
export interface MailPart {
  headers: HeaderFields
  type: string
  /** The body with its transfer encoding; `decodedBody` decodes it. */
  body: string
}

/** Header fields by lower-case name. The first of several fields with the same name counts. */
export type HeaderFields = ReadonlyMap<string, string>

/** Maximum line length in characters (RFC 5322). Longer lines are truncated. */
const MAX_LINE_CHARS = 998
/** Maximum length of a folded header field in characters, and maximum number of lines in a header. */
const MAX_FIELD_CHARS = 4_000
const MAX_HEADER_LINES = 500

/** Maximum nesting depth of MIME parts, and maximum number of parts that are read. */
const MAX_DEPTH = 6
const MAX_PARTS = 60

/** Parses header fields up to the first empty line, in one pass. The time is linear in the length of the input. */
export function parseHeaderFields(lines: readonly string[]): HeaderFields {
  const fields = new Map<string, string>()
  let last = ''
  for (const long of lines.slice(0, MAX_HEADER_LINES)) {
    const line = long.slice(0, MAX_LINE_CHARS)
    if (line.trim() === '') break
    const colon = line.indexOf(':')
    if (/^[ \t]/.test(line)) {
      const before = fields.get(last)
      if (before !== undefined && before.length < MAX_FIELD_CHARS) fields.set(last, `${before} ${line.trim()}`.slice(0, MAX_FIELD_CHARS))
    } else if (colon > 0) {
      last = line.slice(0, colon).trim().toLowerCase()
      // Of a repeated field the first counts. Continuation lines of the second are ignored.
      if (fields.has(last)) last = ''
      else fields.set(last, line.slice(colon + 1).trim())
    }
  }
  return fields
}

/** The leaf parts of a MIME message, including those of nested multiparts. Lines end in `\n`. */
export function parseMailParts(raw: string, depth = 0): MailPart[] {
  const gap = raw.indexOf('\n\n')
  const [head, body] = gap < 0 ? [raw, ''] : [raw.slice(0, gap), raw.slice(gap + 2)]
  const headers = parseHeaderFields(head.split('\n', MAX_HEADER_LINES))
  const content = headers.get('content-type') ?? ''
  const type = (/^[\w.+-]+\/[\w.+-]+/.exec(content)?.[0] ?? 'text/plain').toLowerCase()
  const boundary = /\bboundary="?([^";\s]+)"?/i.exec(content)?.[1]
  if (depth >= MAX_DEPTH || !type.startsWith('multipart/') || !boundary) return [{ headers, type, body }]
  const parts: MailPart[] = []
  for (const piece of `\n${body}`.split(`\n--${boundary}`, MAX_PARTS + 1).slice(1)) {
    if (piece.startsWith('--') || parts.length >= MAX_PARTS) break
    const start = piece.indexOf('\n')
    parts.push(...parseMailParts(start < 0 ? '' : piece.slice(start + 1), depth + 1))
  }
  return parts.slice(0, MAX_PARTS)
}

/** Decodes the transfer encoding of a part. */
export function decodeBody({ headers, body }: MailPart): string {
  const encoding = (headers.get('content-transfer-encoding') ?? '').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
