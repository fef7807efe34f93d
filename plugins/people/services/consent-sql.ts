import { createHash } from 'node:crypto'
import { sql, type Sql } from 'stoa'
import { normalizeEmail } from './sign-in-rules.ts'

/** Ways to reach somebody that each need a yes of their own. */
export const channels = ['email', 'sms'] as const
export type Channel = (typeof channels)[number]

/** The topic every shop has. */
export const MARKETING = 'marketing'

/** Stands for all topics of a channel at once: an address that cannot be reached, or wants nothing any more. */
export const EVERY_TOPIC = '*'

/** What consent is about. */
export interface About {
  channel: Channel
  topic: string
}

/** Letters with news, which is what was asked for before there were channels and topics. */
export const NEWS: About = { channel: 'email', topic: MARKETING }

/** An erased address is known by this alone, so that an import does not bring it back. */
export const addressMark = (address: string): string => `sha256:${createHash('sha256').update(normalizeEmail(address)).digest('hex')}`

/** The mark of an address that stands in its plain form in a column. */
export const markSql = (address: Sql): Sql => sql`('sha256:' || encode(sha256(convert_to(${address}, 'UTF8')), 'hex'))`

/** The newest word of one address about a topic; null when it never said anything. For few addresses: each is looked up. */
export const consentSql = (address: Sql, { channel, topic }: { channel: Sql; topic: Sql }): Sql => sql`(
  select c.state from consent c where c.address_norm in (${address}, ${markSql(address)}) and c.channel = ${channel}
    and c.topic in (${topic}, ${EVERY_TOPIC}) order by c.id desc limit 1)`

/**
 * The newest word of all addresses about a topic, as a table of `address_norm`, `state` and `id`. For many addresses: it is read once.
 * Erased ones stand there by their mark (`markSql`); of the two rows an address may have, the one with the higher id counts.
 */
export const consentsSql = ({ channel, topic }: About): Sql => sql`(
  select distinct on (c.address_norm) c.address_norm, c.state, c.id from consent c
  where c.channel = ${channel} and c.topic in (${topic}, ${EVERY_TOPIC}) order by c.address_norm, c.id desc)`

/** What people said yes or no to, by the id of a topic: its key as it stands in what they said. */
export const topicKeySql = (id: Sql): Sql => sql`(select t.key from topic t where t.id = ${id})`

/** Its title, in all languages. */
export const topicTitleSql = (id: Sql): Sql => sql`(select t.title from topic t where t.id = ${id})`
