import { auditLines, type Kernel, sql, verify } from 'stoa'
import { type AuditLine, CHAIN, findEnd, hashLine, type Head, describeLine } from './audit-chain.ts'

const AT_ONCE = 5_000
/** The changes of an entry after the erasure of its person. */
const EMPTY = '[]'

type Linked = Partial<AuditLine> & { link: number; audit_id: number; said: Buffer; hash: Buffer }

/** Verifies the hash chain: returns changed, deleted and inserted entries. Empty when the log is intact. */
export async function auditFaults({ db, config }: Kernel): Promise<string[]> {
  const head = await db.one<Head & { signature: string; settled_id: number }>(sql`select link, hash, signature, settled_id from audit_head`)
  if (!head) return ['the end of the chain is gone']
  const faults: string[] = []
  if (head.link > 0 && !verify(config, CHAIN, findEnd(head), head.signature))
    faults.push('the end of the chain is not signed with a key of this shop')
  const emptied: number[] = []
  const erasedIds = new Set<number>()
  let before: Head = { link: 0, hash: Buffer.alloc(0) }
  for (;;) {
    const rows: Linked[] = await db.rows<Linked>(sql`select l.link, l.audit_id, l.said, l.hash, a.id, a.line, a.changes
      from audit_link l left join ${auditLines} on a.id = l.audit_id where l.link > ${before.link} and l.link <= ${head.link} order by l.link limit ${AT_ONCE}`)
    for (const row of rows) {
      if (row.link !== before.link + 1) faults.push(`links ${before.link + 1} to ${row.link - 1} were taken out`)
      const fault = getFault(row, before.hash)
      if (fault) faults.push(fault)
      else if (row.changes === EMPTY && !row.said.equals(describeLine({ id: row.audit_id, line: '', changes: EMPTY })))
        emptied.push(row.audit_id)
      for (const id of erasedBy(row)) erasedIds.add(id)
      before = { link: row.link, hash: row.hash }
    }
    if (rows.length < AT_ONCE) break
  }
  if (before.link !== head.link || !before.hash.equals(head.hash))
    faults.push(`the chain ends at ${before.link} and should end at ${head.link}`)
  for (const id of emptied) if (!erasedIds.has(id)) faults.push(`line ${id} was emptied, and nobody was erased for it`)
  const foreign = await db.rows<{ id: number }>(sql`select a.id from ${auditLines} where a.id <= ${head.settled_id}
    and not exists (select 1 from audit_link l where l.audit_id = a.id) order by a.id limit 50`)
  return [...faults, ...foreign.map(({ id }) => `line ${id} was put in later`)]
}

function getFault(row: Linked, before: Buffer): string | undefined {
  const { line, changes, audit_id } = row
  if (line === undefined || changes === undefined || line === null || changes === null) return `line ${audit_id} was taken out`
  const whole = { id: audit_id, line, changes }
  const isUnchanged = changes === EMPTY || describeLine(whole).equals(row.said)
  return isUnchanged && hashLine(before, row.link, whole, row.said).equals(row.hash) ? undefined : `line ${audit_id} was changed`
}

/** The entries an erasure has emptied, as recorded in the entry of the erasure. */
function erasedBy({ line, changes }: Linked): number[] {
  if (!line || !changes || !/"verb" ?: ?"erase"/.test(line)) return []
  const [change] = JSON.parse(changes) as { field?: string; new?: unknown }[]
  return change?.field === 'audit_log' && Array.isArray(change.new) ? change.new.map(Number) : []
}
