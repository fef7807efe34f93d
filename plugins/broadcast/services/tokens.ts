import { type Kernel, sign, verify } from 'stoa'

/** Ids in links of letters carry a signature, so that nobody counts for others or is led astray. */
const token = (kernel: Kernel, purpose: string, ids: readonly number[]): string => {
  const said = ids.join('.')
  return `${said}.${sign(kernel.config, purpose, said)}`
}

/** The ids of a token of ours; undefined for what is none. */
function getIds(kernel: Kernel, purpose: string, given: string): number[] | undefined {
  const [, said, signature] = /^(\d{1,15}(?:\.\d{1,15})?)\.([A-Za-z0-9_-]{43})$/.exec(given) ?? []
  if (!said || !signature || !verify(kernel.config, purpose, said, signature)) return undefined
  return said.split('.').map(Number)
}

const OPEN = 'broadcast open'
const CLICK = 'broadcast click'
const BOUNCE = 'broadcast bounce'

export const openPath = (kernel: Kernel, recipient: number): string => `/api/broadcast/open/${token(kernel, OPEN, [recipient])}`
export const clickPath = (kernel: Kernel, recipient: number, link: number): string =>
  `/api/broadcast/click/${token(kernel, CLICK, [recipient, link])}`

/** Whose letter was opened. */
export const parseOpenToken = (kernel: Kernel, given: string): number | undefined => getIds(kernel, OPEN, given)?.[0]

/** Who followed which link. */
export function parseClickToken(kernel: Kernel, given: string): { recipient: number; link: number } | undefined {
  const [recipient, link] = getIds(kernel, CLICK, given) ?? []
  return recipient === undefined || link === undefined ? undefined : { recipient, link }
}

const short = (kernel: Kernel, recipient: number) =>
  sign(kernel.config, BOUNCE, String(recipient))
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 12)
    .toLowerCase()

/** The word by which a recipient is known to mail servers, in Message-IDs and return addresses. Small letters alone: some change them. */
export const mailWord = (kernel: Kernel, recipient: number): string => `bc-${recipient}-${short(kernel, recipient)}`

/** Marks of one text whose signatures are checked: a text that holds more of them was made to keep us busy. */
const MARKS = 100

/** The recipients whose words stand in a text. */
export function findRecipientMarks(kernel: Kernel, text: string): number[] {
  const found = new Set<number>()
  let left = MARKS
  for (const [, id = '', mark = ''] of text.matchAll(/\bbc-(\d{1,15})-([a-z0-9]{1,12})\b/gi)) {
    if (left-- === 0) break
    if (short(kernel, Number(id)) === mark.toLowerCase()) found.add(Number(id))
  }
  return [...found]
}

/** How a link that ends letters names the letter it stood in. */
export const recipientRef = (broadcast: number, recipient: number): string => `broadcast ${broadcast} ${recipient}`

/** What such a link names. */
export function parseRecipientRef(ref: string | undefined): { broadcast: number; recipient: number } | undefined {
  const [, broadcast, recipient] = /^broadcast (\d{1,15}) (\d{1,15})$/.exec(ref ?? '') ?? []
  return broadcast && recipient && Number(recipient) > 0 ? { broadcast: Number(broadcast), recipient: Number(recipient) } : undefined
}
