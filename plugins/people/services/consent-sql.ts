import { createHash } from 'node:crypto'
import { sql, type Sql } from 'stoa'
import { normalizeEmail } from './sign-in-rules.ts'

/** Channels, each with its own consent. */
export const channels = ['email', 'sms'] as const
export type Channel = (typeof channels)[number]

/** The default topic of every shop. */
export const MARKETING = 'marketing'

/** All topics of a channel: for an address that is unreachable or refuses all messages. */
export const EVERY_TOPIC = '*'

/** Channel and topic of a consent. */
export interface ConsentTopic {
  channel: Channel
  topic: string
}

/** E-mail with news: the meaning of consent from before channels and topics. */
export const NEWS: ConsentTopic = { channel: 'email', topic: MARKETING }

/** An erased address is stored as this hash only, so that an import does not bring it back. */
export const hashAddress = (address: string): string => `sha256:${createHash('sha256').update(normalizeEmail(address)).digest('hex')}`

/** SQL: the hash of a normalized address in a column. */
export const addressHashSql = (address: Sql): Sql => sql`('sha256:' || encode(sha256(convert_to(${address}, 'UTF8')), 'hex'))`

/** SQL: the latest consent of one address for a topic; null if there is none. For few addresses: each is looked up. */
export const consentSql = (address: Sql, { channel, topic }: { channel: Sql; topic: Sql }): Sql => sql`(
  select c.state from consent c where c.address_norm in (${address}, ${addressHashSql(address)}) and c.channel = ${channel}
    and c.topic in (${topic}, ${EVERY_TOPIC}) order by c.id desc limit 1)`

/**
 * SQL: the latest consent of all addresses for a topic, as a table of `address_norm`, `state` and `id`. For many
 * addresses: it is read once. Erased addresses appear by their hash (`addressHashSql`); if an address has two rows, the
 * higher id counts.
 */
export const consentsSql = ({ channel, topic }: ConsentTopic): Sql => sql`(
  select distinct on (c.address_norm) c.address_norm, c.state, c.id from consent c
  where c.channel = ${channel} and c.topic in (${topic}, ${EVERY_TOPIC}) order by c.address_norm, c.id desc)`

/** SQL: the key of a topic by its id, as consent rows store it. */
export const topicKeySql = (id: Sql): Sql => sql`(select t.key from topic t where t.id = ${id})`

/** SQL: the title of a topic in all languages. */
export const topicTitleSql = (id: Sql): Sql => sql`(select t.title from topic t where t.id = ${id})`
