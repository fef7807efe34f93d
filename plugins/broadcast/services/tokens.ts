import { type Kernel, sign, verify } from 'stoa'

/** Ids in links of e-mails are signed, so that nobody can forge events of others or use the redirect for other URLs. */
const createToken = (kernel: Kernel, purpose: string, ids: readonly number[]): string => {
  const payload = ids.join('.')
  return `${payload}.${sign(kernel.config, purpose, payload)}`
}

/** The ids of a signed token; undefined for an invalid one. */
function parseToken(kernel: Kernel, purpose: string, token: string): number[] | undefined {
  const [, payload, signature] = /^(\d{1,15}(?:\.\d{1,15})?)\.([A-Za-z0-9_-]{43})$/.exec(token) ?? []
  if (!payload || !signature || !verify(kernel.config, purpose, payload, signature)) return undefined
  return payload.split('.').map(Number)
}

const OPEN = 'broadcast open'
const CLICK = 'broadcast click'
const BOUNCE = 'broadcast bounce'

export const openPath = (kernel: Kernel, recipient: number): string => `/api/broadcast/open/${createToken(kernel, OPEN, [recipient])}`
export const clickPath = (kernel: Kernel, recipient: number, link: number): string =>
  `/api/broadcast/click/${createToken(kernel, CLICK, [recipient, link])}`

/** The recipient who opened the e-mail. */
export const parseOpenToken = (kernel: Kernel, token: string): number | undefined => parseToken(kernel, OPEN, token)?.[0]

/** The recipient and the link of a click. */
export function parseClickToken(kernel: Kernel, token: string): { recipient: number; link: number } | undefined {
  const [recipient, link] = parseToken(kernel, CLICK, token) ?? []
  return recipient === undefined || link === undefined ? undefined : { recipient, link }
}

const signTag = (kernel: Kernel, recipient: number) =>
  sign(kernel.config, BOUNCE, String(recipient))
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 12)
    .toLowerCase()

/** The signed tag that identifies a recipient in Message-IDs and return addresses. Lower case only, because some mail servers change the case. */
export const recipientTag = (kernel: Kernel, recipient: number): string => `bc-${recipient}-${signTag(kernel, recipient)}`

/** Maximum number of tags that are verified in one text, to limit the cost of a forged e-mail. */
const MAX_TAGS = 100

/** The recipients whose tags occur in a text. */
export function findRecipientTags(kernel: Kernel, text: string): number[] {
  const found = new Set<number>()
  let left = MAX_TAGS
  for (const [, id = '', signature = ''] of text.matchAll(/\bbc-(\d{1,15})-([a-z0-9]{1,12})\b/gi)) {
    if (left-- === 0) break
    if (signTag(kernel, Number(id)) === signature.toLowerCase()) found.add(Number(id))
  }
  return [...found]
}

/** The reference that an unsubscribe link carries to the e-mail that contained it. */
export const recipientRef = (broadcast: number, recipient: number): string => `broadcast ${broadcast} ${recipient}`

/** Parses such a reference. */
export function parseRecipientRef(ref: string | undefined): { broadcast: number; recipient: number } | undefined {
  const [, broadcast, recipient] = /^broadcast (\d{1,15}) (\d{1,15})$/.exec(ref ?? '') ?? []
  return broadcast && recipient && Number(recipient) > 0 ? { broadcast: Number(broadcast), recipient: Number(recipient) } : undefined
}
