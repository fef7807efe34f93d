import { ProgressBar, Tag } from '@blueprintjs/core'
import type { CardContent as Content, CardProgress, CardRow, CardView, Figure } from 'stoa/plugins/desk'
import { compareValues, formatChange, formatValue } from '../common/figures.ts'
import { adminPath, Link } from '../common/link.tsx'
import { Day } from '../common/money.tsx'
import { Moment } from '../common/moment.tsx'
import { useT } from '../i18n/index.ts'
import { CardChart } from './card-chart.tsx'
import { CardRecords } from './card-records.tsx'

/** The standard views of a card: figures, chart, rows, progress, records. */
export function CardContent({ card, content, currency }: { card: CardView; content: Content; currency: string }) {
  const { figures, chart, rows, progress, records } = content
  return (
    <>
      {figures && figures.length > 0 && (
        <dl className="card-figures card-part">
          {figures.map((figure) => (
            <FigureView key={figure.title} figure={figure} currency={currency} />
          ))}
        </dl>
      )}
      {chart && <CardChart chart={chart} title={card.title} currency={currency} />}
      {rows && rows.length > 0 && (
        <ul className="card-rows">
          {rows.map((row, n) => (
            <RowView key={n} row={row} currency={currency} />
          ))}
        </ul>
      )}
      {progress && progress.length > 0 && (
        <ul className="card-rows">
          {progress.map((part, n) => (
            <ProgressView key={n} part={part} />
          ))}
        </ul>
      )}
      {records && records.data.length > 0 && <CardRecords records={records} />}
    </>
  )
}

const getSign = (difference: number): string => {
  if (difference === 0) return ''
  return difference > 0 ? '+' : '−'
}

/** A number, and its change from the period before: the difference and the percentage. */
function FigureView({ figure: { title, type, value, compared, link }, currency }: { figure: Figure; currency: string }) {
  const { t, language } = useT()
  const format = (text: string | null | undefined) => formatValue(type === 'instant' ? 'text' : type, text, currency, language)
  const toText = (difference: number) => (type === 'money' ? difference.toFixed(2) : String(difference))
  const change = compareValues(value, compared)
  return (
    <div>
      <dt>{title}</dt>
      <dd className="num card-number">{link ? <Link to={adminPath(link)}>{format(value)}</Link> : format(value)}</dd>
      {change && (
        <dd className="quiet small num">
          {`${getSign(change.difference)}${format(toText(Math.abs(change.difference)))}`} (
          {formatChange(change, language, t('dashboard.none'))}){' · '}
          {t('dashboard.before', { value: format(compared) })}
        </dd>
      )}
    </div>
  )
}

function RowView({ row: { title, link, text, value, type = 'text', tag }, currency }: { row: CardRow; currency: string }) {
  const { language } = useT()
  return (
    <li>
      {tag && (
        <Tag minimal intent={tag.intent}>
          {tag.text}
        </Tag>
      )}
      <span className="card-row-title">
        {link ? <Link to={adminPath(link)}>{title}</Link> : title} {text && <span className="quiet small">{text}</span>}
      </span>
      {value !== undefined && (
        <span className="num quiet">
          {type === 'day' && <Day value={value} />}
          {type === 'instant' && value !== null && <Moment value={value} />}
          {type === 'days' && value !== null && formatDays(Number(value), language)}
          {type !== 'day' && type !== 'instant' && type !== 'days' && formatValue(type, value, currency, language)}
        </span>
      )}
    </li>
  )
}

const formatDays = (days: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: 1 }).format(days)

function ProgressView({ part: { title, link, text, value, of } }: { part: CardProgress }) {
  const { t, language } = useT()
  const format = (count: number) => new Intl.NumberFormat(language).format(count)
  const share = of === 0 ? 0 : value / of
  const percent =
    of === 0 ? t('dashboard.none') : new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share)
  return (
    <li className="card-progress">
      <span className="card-row-title">
        {link ? <Link to={adminPath(link)}>{title}</Link> : title} {text && <span className="quiet small">{text}</span>}
      </span>
      <span className="num quiet">
        {t('dashboard.of', { value: format(value), total: format(of) })} · {percent}
      </span>
      <ProgressBar aria-label={title} value={share} animate={false} stripes={false} intent="primary" />
    </li>
  )
}
