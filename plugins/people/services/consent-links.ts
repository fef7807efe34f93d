import { type Kernel, sign, verify } from 'stoa'
import { type About, type Channel, channels, MARKETING } from './consent-sql.ts'
import { normalizeEmail } from './sign-in-rules.ts'

/** What a link that ends something says, all of it signed. */
export interface ConsentLink extends About {
  address: string
  /** Which message it stood in, in the words of whoever sent it; empty for none. */
  ref: string
}

const PURPOSE = 'unsubscribe'

/** Numbers are digits alone, so both kinds of addresses have one plain form. */
const parts = ({ address, channel, topic, ref }: ConsentLink) => [normalizeEmail(address), channel, topic, ref]

/** Links from before there were channels and topics say the address alone; they mean letters with news. */
const writeLinkText = (link: ConsentLink): string =>
  link.channel === 'email' && link.topic === MARKETING && link.ref === '' ? normalizeEmail(link.address) : parts(link).join('\n')

/** The signature of a link that ends something. */
export const consentSignature = (kernel: Kernel, link: ConsentLink): string => sign(kernel.config, PURPOSE, writeLinkText(link))

/** Whether a link is one of ours, as it is. */
export const isConsentLink = (kernel: Kernel, link: ConsentLink, signature: string): boolean =>
  verify(kernel.config, PURPOSE, writeLinkText(link), signature)

/** All a link says and its signature in one part of a path. */
export const packLink = (kernel: Kernel, link: ConsentLink): string =>
  `${Buffer.from(writeLinkText(link)).toString('base64url')}.${consentSignature(kernel, link)}`

/** What such a part of a path says, unchecked; undefined when it is something else. */
export function unpackLink(given: string): (ConsentLink & { signature: string }) | undefined {
  const [, packed, signature] = /^([A-Za-z0-9_-]{1,800})\.([A-Za-z0-9_-]{43})$/.exec(given) ?? []
  if (!packed || !signature) return undefined
  const [address = '', channel = 'email', topic = MARKETING, ref = ''] = Buffer.from(packed, 'base64url').toString('utf8').split('\n')
  if (!isChannel(channel)) return undefined
  return { address: normalizeEmail(address), channel, topic, ref, signature }
}

const isChannel = (word: string): word is Channel => (channels as readonly string[]).includes(word)

/** The query of the page that ends something. */
export function linkQuery(kernel: Kernel, link: ConsentLink): string {
  const query = new URLSearchParams({ email: normalizeEmail(link.address) })
  if (writeLinkText(link) !== normalizeEmail(link.address)) {
    query.set('channel', link.channel)
    query.set('topic', link.topic)
    query.set('ref', link.ref)
  }
  query.set('signature', consentSignature(kernel, link))
  return query.toString()
}
