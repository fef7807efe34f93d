import { createHash } from 'node:crypto'
import type pg from 'pg'

/** A text that was asked so often is worth keeping on a connection; so many are, at most. */
const OFTEN = 5
const MOST = 300

const useCounts = new Map<string, number>()
const names = new Map<string, string>()

/**
 * The name a statement without one is prepared under, once its text has come again often enough: from then on it is parsed, and
 * mostly also planned, once per connection. Texts that vary come by too seldom, or find no place.
 */
export function getStatementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST) return known
  if (useCounts.size >= 4 * MOST) useCounts.clear()
  const times = (useCounts.get(text) ?? 0) + 1
  useCounts.set(text, times)
  if (times === OFTEN) names.set(text, `again ${createHash('sha1').update(text).digest('base64url')}`)
  return names.get(text)
}

/**
 * Whether a prepared statement was refused because its table has changed since: it answers with other columns now. Nothing of it was
 * done; under another name it is prepared anew.
 */
export const isOutdatedPlan = (error: unknown): boolean => (error as pg.DatabaseError | undefined)?.routine === 'RevalidateCachedQuery'

/** Gives a text another name than the one that was refused, so that connections that prepared it before its table changed do so again. */
export function renameStatement(text: string, refused: string | undefined): void {
  if (refused !== undefined && names.get(text) === refused) names.set(text, `${refused}'`)
}
