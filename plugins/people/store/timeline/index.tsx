import { Link, useMoney, useT, When } from '../../../../ui-store/src/kit/index.ts'
import type { ScreenContext } from '../../../../ui-store/src/kit/index.ts'
import type { OwnTimeline } from '../../wire.ts'

export const load = ({ call, language, search }: ScreenContext): Promise<OwnTimeline> =>
  call.get<OwnTimeline>('/api/timeline', { language, after: search.after ?? '' })

/** What happened between the shop and a customer, newest first. Older lines have an address, so that they are read without scripts too. */
export default function AccountTimeline({ data }: { data: OwnTimeline | null }) {
  const t = useT()
  const money = useMoney()
  if (!data) return <p>{t('people.failed')}</p>
  if (data.data.length === 0) return <p className="muted">{t('people.nothing_yet')}</p>
  return (
    <>
      <ol className="people-timeline">
        {data.data.map(({ id, occurred_at, summary, amount, currency }) => (
          <li key={id}>
            <When at={occurred_at} className="muted small" />
            <span>{summary}</span>
            {amount && currency && <span className="people-amount">{money(amount, currency)}</span>}
          </li>
        ))}
      </ol>
      {data.next && (
        <Link className="button button-quiet" to={`/account?tab=timeline&after=${data.next}`}>
          {t('people.older')}
        </Link>
      )}
    </>
  )
}
