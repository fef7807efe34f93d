import { useState } from 'react'
import { failureTexts, Link, notify, useShop, useT, useDay } from 'stoa/store'
import type { PointsPage } from '../../api-types.ts'

/** Points history, newest first. */
export function Book({ first }: { first: PointsPage }) {
  const t = useT()
  const day = useDay()
  const { call, language } = useShop()
  const [more, setMore] = useState<PointsPage | null>(null)
  const [busy, setBusy] = useState(false)
  const entries = [...first.data, ...(more?.data ?? [])]
  const next = more ? more.next : first.next
  const older = async () => {
    setBusy(true)
    try {
      const page = await call.get<PointsPage>('/api/points', { language, after: String(next) })
      setMore({ data: [...(more?.data ?? []), ...page.data], next: page.next })
    } catch (error) {
      notify({ title: failureTexts(error)[0] ?? t('loyalty.failed'), tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="account-part loyalty-book">
      <h2>{t('loyalty.book')}</h2>
      {entries.length === 0 && <p className="muted">{t('loyalty.no_entries')}</p>}
      <ul>
        {entries.map((entry) => (
          <li key={entry.id}>
            <span>
              {t(`loyalty.kind.${entry.kind}`)}
              <span className="muted small">
                {entry.order_number ? (
                  <Link to={`/order/view/${encodeURIComponent(entry.order_number)}`}>
                    {t('loyalty.order', { number: entry.order_number })}
                  </Link>
                ) : (
                  entry.remark
                )}{' '}
                {day(entry.created_at)}
              </span>
            </span>
            <strong className={entry.points > 0 ? 'loyalty-plus' : undefined}>
              {entry.points > 0 ? '+' : '−'}
              {Math.abs(entry.points).toLocaleString(language)}
            </strong>
          </li>
        ))}
      </ul>
      {next !== null && (
        <button type="button" className="button button-quiet" aria-busy={busy} onClick={() => void older()}>
          {t('loyalty.more')}
        </button>
      )}
    </section>
  )
}
