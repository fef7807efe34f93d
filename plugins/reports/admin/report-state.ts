/** What a report shows, as in its URL. */
export interface ReportState {
  /** Name of a period; empty for that of the days, or else that of the report. */
  period: string
  from: string
  to: string
  compare: string
  /** Dimensions, separated by commas; empty for those of the report. */
  by: string
  /** Keys by dimension. */
  filter: Record<string, (string | null)[]>
  sort: string
  /** Keys of the number whose rows are open, by dimension; undefined when none is. */
  rows: Record<string, (string | null)[]> | undefined
}

const readKeys = (value: unknown): ReportState['rows'] => {
  try {
    // The router parses JSON in search parameters.
    const parsed: unknown = typeof value === 'string' && value ? JSON.parse(value) : value
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as ReportState['filter']) : undefined
  } catch {
    return undefined
  }
}

const readText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The state in the search parameters of the page. */
export function readState(search: Record<string, unknown>): ReportState {
  return {
    period: readText(search['period']),
    from: readText(search['from']),
    to: readText(search['to']),
    compare: readText(search['compare']) || 'none',
    by: readText(search['by']),
    filter: readKeys(search['filter']) ?? {},
    sort: readText(search['sort']),
    rows: readKeys(search['rows']),
  }
}

/** The question to the API: the state without the open rows. Without a value a parameter is left out. */
export function toQuery({ period, from, to, compare, by, filter, sort }: ReportState): Record<string, string> {
  const values = {
    ...(period ? { period } : { from, to }),
    compare: compare === 'none' ? '' : compare,
    by,
    filter: Object.keys(filter).length > 0 ? JSON.stringify(filter) : '',
    sort,
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

/** The page of a report in a state. */
export function toPath(report: string, state: ReportState): string {
  const query = new URLSearchParams({ ...toQuery(state), ...(state.rows ? { rows: JSON.stringify(state.rows) } : {}) }).toString()
  return `/admin/report/${report}${query ? `?${query}` : ''}`
}
