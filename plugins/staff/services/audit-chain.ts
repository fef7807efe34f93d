import { createHash } from 'node:crypto'
import { auditLines, type Kernel, sign, sql, type Tx } from 'stoa'

/** What the end of the chain is signed for. */
export const CHAIN = 'audit chain'
const AT_ONCE = 2_000

/** A line of the audit log with all it says. What changed is kept apart, as erasing somebody empties it. */
export interface AuditLine {
  id: number
  /** The line but for its changes, as JSON. */
  line: string
  /** What changed, as JSON. */
  changes: string
}

export interface Head {
  link: number
  hash: Buffer
}

const digest = (...parts: (Buffer | string)[]): Buffer => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

/** What is kept of a line's changes. */
export const describeLine = ({ changes }: AuditLine): Buffer => digest(changes)

/** The hash of a link: of the one before it, its place, the line, and what is kept of its changes. */
export const hashLine = (before: Buffer, link: number, { line }: AuditLine, said: Buffer): Buffer =>
  digest(before, `\n${link}\n`, line, '\n', said)

/** What is signed of the end of the chain: how long it is, and its last hash. */
export const findEnd = ({ link, hash }: Head): string => `${link} ${hash.toString('hex')}`

/**
 * Chains the lines of the audit log that were committed since, in the order of their numbers, and signs the new end. Lines are
 * written without waiting for one another; whoever links them holds the end of the chain.
 */
export async function linkAudit(kernel: Kernel): Promise<void> {
  while ((await kernel.transaction((tx) => linkSome(kernel, tx))) === AT_ONCE);
}

async function linkSome(kernel: Kernel, tx: Tx): Promise<number> {
  const head = await tx.one<Head & { settled_id: number }>(sql`select link, hash, settled_id from audit_head for update`)
  if (!head) return 0
  // A line may be committed after others with higher numbers; no transaction takes a day, so below what was settled none is waited for.
  const lines = await tx.rows<AuditLine>(sql`select a.id, a.line, a.changes from ${auditLines} where a.id > ${head.settled_id}
    and not exists (select 1 from audit_link l where l.audit_id = a.id) order by a.id limit ${AT_ONCE}`)
  let { link, hash } = head
  const links = lines.map((line) => {
    const said = describeLine(line)
    link += 1
    hash = hashLine(hash, link, line, said)
    return { link, audit_id: line.id, said, hash }
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
