/** A visited page. */
export interface Visit {
  to: string
  label: string
  hint: string
}

const MOST = 8
const getKey = (account: number) => `stoa-recent:${account}`

/** Recently visited pages in this browser, newest first. */
export function recentVisits(account: number): Visit[] {
  try {
    const stored = JSON.parse(localStorage.getItem(getKey(account)) ?? '[]') as unknown
    return Array.isArray(stored) ? (stored as Visit[]).filter(({ to, label }) => typeof to === 'string' && typeof label === 'string') : []
  } catch {
    return []
  }
}

/** Moves a page to the top of the visited pages. */
export function rememberVisit(account: number, visit: Visit): void {
  const others = recentVisits(account).filter(({ to }) => to !== visit.to)
  localStorage.setItem(getKey(account), JSON.stringify([visit, ...others].slice(0, MOST + 1)))
}
