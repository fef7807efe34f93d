import { createHash } from 'node:crypto'
import { auditLines, type Kernel, sign, sql, type Tx } from 'stoa'

/** Purpose of the signature on the end of the chain. */
export const CHAIN = 'audit chain'
const AT_ONCE = 2_000

/** An entry of the audit log. The changes are separate, because an erasure empties them. */
export interface AuditLine {
  id: number
  /** The entry without its changes, as JSON. */
  line: string
  /** The changes, as JSON. */
  changes: string
}

export interface Head {
  link: number
  hash: Buffer
}

const digest = (...parts: (Buffer | string)[]): Buffer => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

/** The hash of an entry's changes. */
export const describeLine = ({ changes }: AuditLine): Buffer => digest(changes)

/** The hash of a link: over the previous hash, its position, the entry, and the hash of its changes. */
export const hashLine = (before: Buffer, link: number, { line }: AuditLine, description: Buffer): Buffer =>
  digest(before, `\n${link}\n`, line, '\n', description)

/** The signed text of the end of the chain: its length and its last hash. */
export const findEnd = ({ link, hash }: Head): string => `${link} ${hash.toString('hex')}`

/**
 * Appends newly committed entries to the hash chain, in order of id, and signs the new end. Entries are written concurrently; linking them
 * holds a row lock on the end of the chain.
 */
export async function linkAudit(kernel: Kernel): Promise<void> {
  while ((await kernel.transaction((tx) => linkSome(kernel, tx))) === AT_ONCE);
}

async function linkSome(kernel: Kernel, tx: Tx): Promise<number> {
  const head = await tx.one<Head & { settled_id: number }>(sql`select link, hash, settled_id from audit_head for update`)
  if (!head) return 0
  // An entry may be committed after entries with higher ids. No transaction takes a day, so no more entries appear below the settled id.
  const lines = await tx.rows<AuditLine>(sql`select a.id, a.line, a.changes from ${auditLines} where a.id > ${head.settled_id}
    and not exists (select 1 from audit_link l where l.audit_id = a.id) order by a.id limit ${AT_ONCE}`)
  let { link, hash } = head
  const links = lines.map((line) => {
    const description = describeLine(line)
    link += 1
    hash = hashLine(hash, link, line, description)
    return { link, audit_id: line.id, said: description, hash }
  })
  if (links.length > 0)
    await tx.run(sql`insert into audit_link (link, audit_id, said, hash) select * from unnest(${links.map((l) => l.link)}::bigint[],
      ${links.map((l) => l.audit_id)}::bigint[], ${links.map((l) => l.said)}::bytea[], ${links.map((l) => l.hash)}::bytea[])`)
  await tx.run(
    sql`update audit_head set link = ${link}, hash = ${hash}, signature = ${sign(kernel.config, CHAIN, findEnd({ link, hash }))}`,
  )
  await tx.run(sql`update audit_head set settled_id = settling_id, settled_at = now(),
    settling_id = (select coalesce(max(audit_id), 0) from audit_link) where settled_at < now() - interval '1 day'`)
  return lines.length
}
