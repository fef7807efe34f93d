import { Link, useMoney, useT, Timestamp, type ScreenContext } from 'stoa/store'
import type { Profile } from '../../index.ts'
import type { OwnTimeline } from '../../api-types.ts'
import { SendVerification } from '../shared/send-verification.tsx'

interface Data {
  me: Profile
  page: OwnTimeline
}

export const load = async ({ call, language, search }: ScreenContext): Promise<Data> => {
  const [me, page] = await Promise.all([
    call.post<Profile>('/api/info', { language }),
    call.get<OwnTimeline>('/api/timeline', { language, after: search.after ?? '' }),
  ])
  return { me, page }
}

/**
 * The customer's timeline, newest first, once the address is verified. Older pages have their own address, so that
 * paging works without JavaScript.
 */
export default function AccountTimeline({ data }: { data: Data | null }) {
  const t = useT()
  const money = useMoney()
  if (!data) return <p>{t('people.failed')}</p>
  const { me, page } = data
  if (!me.email_verified_at)
    return (
      <>
        <p>{t('people.timeline_unverified', { email: me.email })}</p>
        <SendVerification email={me.email} label={t('people.verify_email')} />
      </>
    )
  if (page.data.length === 0) return <p className="muted">{t('people.nothing_yet')}</p>
  return (
    <>
      <ol className="people-timeline">
        {page.data.map(({ id, occurred_at, summary, amount, currency }) => (
          <li key={id}>
            <Timestamp at={occurred_at} className="muted small" />
            <span>{summary}</span>
            {amount && currency && <span className="people-amount">{money(amount, currency)}</span>}
          </li>
        ))}
      </ol>
      {page.next && (
        <Link className="button button-quiet" to={`/account?tab=timeline&after=${page.next}`}>
          {t('people.older')}
        </Link>
      )}
    </>
  )
}
