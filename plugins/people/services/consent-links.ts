import { type Kernel, sign, verify } from 'stoa'
import { type ConsentTopic, type Channel, channels, MARKETING } from './consent-sql.ts'
import { normalizeEmail } from './sign-in-rules.ts'

/** Signed content of an unsubscribe link. */
export interface ConsentLink extends ConsentTopic {
  address: string
  /** Reference of the message with the link, as its sender defines it; empty for none. */
  ref: string
}

const PURPOSE = 'unsubscribe'

/** Phone numbers consist of digits only, so one normalization serves both kinds of address. */
const parts = ({ address, channel, topic, ref }: ConsentLink) => [normalizeEmail(address), channel, topic, ref]

/** Older links, from before channels and topics, contain the address only; they mean e-mail with news. */
const writeLinkText = (link: ConsentLink): string =>
  link.channel === 'email' && link.topic === MARKETING && link.ref === '' ? normalizeEmail(link.address) : parts(link).join('\n')

/** Signature of an unsubscribe link. */
export const consentSignature = (kernel: Kernel, link: ConsentLink): string => sign(kernel.config, PURPOSE, writeLinkText(link))

/** Whether a link has a valid signature. */
export const isConsentLink = (kernel: Kernel, link: ConsentLink, signature: string): boolean =>
  verify(kernel.config, PURPOSE, writeLinkText(link), signature)

/** Encodes a link and its signature as one path segment. */
export const packLink = (kernel: Kernel, link: ConsentLink): string =>
  `${Buffer.from(writeLinkText(link)).toString('base64url')}.${consentSignature(kernel, link)}`

/** Decodes such a path segment without verifying it; undefined if it has another format. */
export function unpackLink(packedLink: string): (ConsentLink & { signature: string }) | undefined {
  const [, packed, signature] = /^([A-Za-z0-9_-]{1,800})\.([A-Za-z0-9_-]{43})$/.exec(packedLink) ?? []
  if (!packed || !signature) return undefined
  const [address = '', channel = 'email', topic = MARKETING, ref = ''] = Buffer.from(packed, 'base64url').toString('utf8').split('\n')
  if (!isChannel(channel)) return undefined
  return { address: normalizeEmail(address), channel, topic, ref, signature }
}

const isChannel = (word: string): word is Channel => (channels as readonly string[]).includes(word)

/** Query of the unsubscribe page. */
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
