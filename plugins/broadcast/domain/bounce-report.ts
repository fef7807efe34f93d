import { decodeBody, parseHeaderFields, parseMailParts } from './mail-parts.ts'

/** The content of a delivery status notification or of a complaint report. */
export interface BounceReport {
  kind: 'hard' | 'soft' | 'complaint'
  /** The enhanced status code (RFC 3463), such as `5.1.1`; empty when the notice has none. */
  status: string
  explanation: string
}

/**
 * Number of characters of an e-mail that are parsed, from its beginning. A notice has its status in the second part; the returned copy of
 * the original e-mail follows.
 */
export const MAX_PARSED_CHARS = 128_000

/** Maximum length of a stored explanation, in characters. */
const MAX_EXPLANATION_CHARS = 500

/**
 * Status subjects of RFC 3463 that say nothing about whether the address exists: mailbox full (2.2), mail system (3), network (4) and
 * policy (7), such as a sender on a block list. They count as temporary, whatever the class digit.
 */
const TEMPORARY_SUBJECTS = /^[245]\.(?:2\.2|[347]\.\d{1,3})$/

/** 5.x.x is permanent unless its subject is temporary. 4.x.x and a missing status are temporary. */
const getKind = (status: string): 'hard' | 'soft' => (status.startsWith('5.') && !TEMPORARY_SUBJECTS.test(status) ? 'hard' : 'soft')

const toExplanation = (text: string) => text.replaceAll(/\p{Cc}/gu, ' ').slice(0, MAX_EXPLANATION_CHARS)

/**
 * Parses an e-mail as a delivery status notification (RFC 3464) or a complaint report (RFC 5965). Returns undefined when it is neither.
 * Notices of success and of delay are not bounces and return undefined too.
 */
export function parseBounce(mail: string): BounceReport | undefined {
  const parts = parseMailParts(mail.slice(0, MAX_PARSED_CHARS).replaceAll('\r\n', '\n').trimStart())
  const report = parts.find(({ type }) => type === 'message/feedback-report')
  if (report) {
    const type = parseHeaderFields(decodeBody(report).split('\n')).get('feedback-type')
    return { kind: 'complaint', status: '', explanation: toExplanation(type ?? '') || 'abuse' }
  }
  const notice = parts.find(({ type }) => type === 'message/delivery-status')
  if (!notice) return undefined
  // The first block describes the message. Each further block describes one recipient.
  for (const block of splitBlocks(decodeBody(notice))) {
    const fields = parseHeaderFields(block)
    if (fields.get('action')?.toLowerCase() !== 'failed') continue
    const status = /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? ''
    return { kind: getKind(status), status, explanation: toExplanation(fields.get('diagnostic-code') ?? '') || status }
  }
  return undefined
}

/** Splits a body into blocks at empty lines. */
function splitBlocks(body: string): string[][] {
  const blocks: string[][] = [[]]
  for (const line of body.split('\n')) {
    if (line.trim() !== '') blocks.at(-1)?.push(line)
    else if (blocks.at(-1)?.length !== 0) blocks.push([])
  }
  return blocks
}
