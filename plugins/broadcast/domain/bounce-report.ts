import { decodedBody, headerFields, mailParts } from './mail-parts.ts'

/** What a mail tells about another that could not be delivered, or that somebody complained about. */
export interface BounceReport {
  kind: 'hard' | 'soft' | 'complaint'
  /** The enhanced status, `5.1.1`; empty when none was given. */
  status: string
  said: string
}

/**
 * Characters of a mail that are looked at, from its beginning: a notice tells its status in the second of its parts, and what it brings back
 * of the letter stands behind that.
 */
export const LOOKED_AT = 128_000

/** Characters of an explanation that are stored. */
const EXPLANATION = 500

/**
 * Subjects of RFC 3463 that say nothing about whether the address exists: a full mailbox (2.2), the mail system (3), the network (4), and
 * policy (7), as when the sender is on a block list. They pass, whatever the first digit says.
 */
const PASSING = /^[245]\.(?:2\.2|[347]\.\d{1,3})$/

/** 5.x.x is permanent unless its subject passes; 4.x.x is not, and what says neither is not either. */
const getKind = (status: string): 'hard' | 'soft' => (status.startsWith('5.') && !PASSING.test(status) ? 'hard' : 'soft')

const explanation = (text: string) => text.replaceAll(/\p{Cc}/gu, ' ').slice(0, EXPLANATION)

/**
 * Reads a mail as a notice of delivery (RFC 3464) or a report of a complaint (RFC 5965); undefined when it is neither. Notices that it
 * arrived, or is late but still tried, tell nothing of that kind.
 */
export function parseBounce(mail: string): BounceReport | undefined {
  const parts = mailParts(mail.slice(0, LOOKED_AT).replaceAll('\r\n', '\n').trimStart())
  const report = parts.find(({ type }) => type === 'message/feedback-report')
  if (report) {
    const type = headerFields(decodedBody(report).split('\n')).get('feedback-type')
    return { kind: 'complaint', status: '', said: explanation(type ?? '') || 'abuse' }
  }
  const notice = parts.find(({ type }) => type === 'message/delivery-status')
  if (!notice) return undefined
  // Its first block is about the mail, the others about one recipient each.
  for (const block of getBlocks(decodedBody(notice))) {
    const fields = headerFields(block)
    if (fields.get('action')?.toLowerCase() !== 'failed') continue
    const status = /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? ''
    return { kind: getKind(status), status, said: explanation(fields.get('diagnostic-code') ?? '') || status }
  }
  return undefined
}

/** Lines between empty lines. */
function getBlocks(body: string): string[][] {
  const blocks: string[][] = [[]]
  for (const line of body.split('\n')) {
    if (line.trim() !== '') blocks.at(-1)?.push(line)
    else if (blocks.at(-1)?.length !== 0) blocks.push([])
  }
  return blocks
}
