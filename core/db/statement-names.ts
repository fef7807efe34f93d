import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Statements that ran this often are prepared, up to a maximum number. */
const OFTEN = 5
const MOST = 300

const useCounts = new Map<string, number>()
const names = new Map<string, string>()

/**
 * The name under which an unnamed statement is prepared after its text ran several times. From then on it is parsed, and usually
 * planned, once per connection. Texts that vary stay below the threshold, or the list is full.
 */
export function getStatementName(text: string): string | undefined {
  const cachedName = names.get(text)
  if (cachedName !== undefined || names.size >= MOST) return cachedName
  if (useCounts.size >= 4 * MOST) useCounts.clear()
  const times = (useCounts.get(text) ?? 0) + 1
  useCounts.set(text, times)
  if (times === OFTEN) names.set(text, `again ${createHash('sha1').update(text).digest('base64url')}`)
  return names.get(text)
}

/**
 * Whether a prepared statement failed because its table changed since ("cached plan must not change result type"). The statement
 * had no effect and can be prepared under another name.
 */
export const isOutdatedPlan = (error: unknown): boolean => (error as pg.DatabaseError | undefined)?.routine === 'RevalidateCachedQuery'

/** Gives a text a new name, so that connections with an outdated plan prepare it again. */
export function renameStatement(text: string, refused: string | undefined): void {
  if (refused !== undefined && names.get(text) === refused) names.set(text, `${refused}'`)
}
