/** What a mail tells about another that could not be delivered, or that somebody complained about. */
export interface Returned {
  kind: 'hard' | 'soft' | 'complaint'
  /** The enhanced status, `5.1.1`; empty when none was given. */
  status: string
  said: string
}

interface Part {
  headers: string
  type: string
  body: string
}

const header = (headers: string, name: string): string =>
  new RegExp(String.raw`^${name}:[ \t]*((?:.|\n[ \t])*)`, 'im')
    .exec(headers)?.[1]
    ?.replaceAll(/\s*\n[ \t]+/g, ' ')
    .trim() ?? ''

function decoded(body: string, encoding: string): string {
  if (/^base64$/i.test(encoding)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/^quoted-printable$/i.test(encoding)) return body
  const bytes = body
    .replaceAll(/=\n/g, '')
    .replaceAll(/=([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** As deep as mails stand in one another, and as many parts as are looked at. */
const DEEP = 6
const MOST = 60

function partsOf(raw: string, depth = 0): Part[] {
  const gap = raw.indexOf('\n\n')
  const [headers, body] = gap < 0 ? [raw, ''] : [raw.slice(0, gap), raw.slice(gap + 2)]
  const content = header(headers, 'content-type')
  const type = (/^[\w.+-]+\/[\w.+-]+/.exec(content)?.[0] ?? 'text/plain').toLowerCase()
  const boundary = /\bboundary="?([^";\s]+)"?/i.exec(content)?.[1]
  if (depth < DEEP && type.startsWith('multipart/') && boundary) {
    const [, ...inner] = `\n${body}`.split(`\n--${boundary}`)
    return inner
      .filter((part) => !part.startsWith('--'))
      .slice(0, MOST)
      .flatMap((part) => partsOf(part.replace(/^[ \t]*\n/, ''), depth + 1))
      .slice(0, MOST)
  }
  return [{ headers, type, body: decoded(body, header(headers, 'content-transfer-encoding')) }]
}

/** 5.x.x is for good, 4.x.x is not; what says neither is not for good either. */
const kindOf = (status: string): 'hard' | 'soft' => (status.startsWith('5.') ? 'hard' : 'soft')

/**
 * Reads a mail as a notice of delivery (RFC 3464) or a report of a complaint (RFC 5965); undefined when it is neither. Notices that it
 * arrived, or is late but still tried, tell nothing of that kind.
 */
export function returnedOf(mail: string): Returned | undefined {
  const raw = mail.replaceAll('\r\n', '\n')
  const parts = partsOf(`\n${raw}`.replace(/^\n+/, ''))
  const report = parts.find(({ type }) => type === 'message/feedback-report')
  if (report) return { kind: 'complaint', status: '', said: header(report.body, 'feedback-type') || 'abuse' }
  const notice = parts.find(({ type }) => type === 'message/delivery-status')
  if (!notice) return undefined
  // Its first block is about the mail, the others about one recipient each.
  for (const block of notice.body.split(/\n\s*\n/)) {
    const action = header(block, 'action').toLowerCase()
    if (action !== 'failed') continue
    const status = /\d\.\d{1,3}\.\d{1,3}/.exec(header(block, 'status'))?.[0] ?? ''
    return { kind: kindOf(status), status, said: header(block, 'diagnostic-code') || status }
  }
  return undefined
}
