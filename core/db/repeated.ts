import { createHash } from 'node:crypto'

/** A text that was asked so often is worth keeping on a connection; so many are, at most. */
const OFTEN = 5
const MOST = 300

const asked = new Map<string, number>()
const names = new Map<string, string>()

/**
 * The name a transaction's statement is prepared under, once its text has come again often enough: from then on it is parsed, and
 * mostly also planned, once per connection. Texts that vary come by too seldom, or find no place.
 */
export function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST) return known
  if (asked.size >= 4 * MOST) asked.clear()
  const times = (asked.get(text) ?? 0) + 1
  asked.set(text, times)
  if (times === OFTEN) names.set(text, `again ${createHash('sha1').update(text).digest('base64url')}`)
  return names.get(text)
}
