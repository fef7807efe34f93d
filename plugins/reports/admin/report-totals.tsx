import { useT } from 'stoa/admin'
import type { ReportView } from '../api-types.ts'
import { compareValues, formatChange, formatValue } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** The totals of a report, each with its change from the compared period; each opens its rows. */
export function ReportTotals({ view, openRows }: { view: ReportView; openRows: () => void }) {
  const say = useMessages()
  const { language } = useT()
  return (
    <dl className="report-totals">
      {view.measures.map(({ name, title, type }, n) => {
        const change = compareValues(view.totals[n], view.compared_totals?.[n])
        return (
          <div key={name} className="panel">
            <dt>{title}</dt>
            <dd className="num">
              <button type="button" className="report-number" onClick={openRows} aria-label={say('show_rows', { what: title })}>
                {formatValue(type, view.totals[n], view.currency, language)}
              </button>
            </dd>
            {view.compared_totals && (
              <dd className="quiet small num">
                {say('before', { value: formatValue(type, view.compared_totals[n], view.currency, language) })}
                {change && <> · {formatChange(change, language, say('not_available'))}</>}
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}
