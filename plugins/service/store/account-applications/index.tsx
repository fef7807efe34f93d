import { Link, useMoney, useShop, useDay, type ScreenContext } from 'stoa/store'
import type { OwnApplications } from '../../api-types.ts'
import { Step } from '../shared/step.tsx'

export const load = ({ call, language }: ScreenContext): Promise<OwnApplications> =>
  call.get<OwnApplications>('/api/application', { language })

/** Applications of the customer, newest first. */
export default function ApplicationsTab({ data }: { data: OwnApplications | null }) {
  const { t } = useShop()
  const money = useMoney()
  const day = useDay()
  if (!data) return <p>{t('service.failed')}</p>
  if (data.data.length === 0)
    return (
      <>
        <p className="muted">{t('service.account.none')}</p>
        <Link className="button" to="/service">
          {t('service.services')}
        </Link>
      </>
    )
  return (
    <ul className="account-orders service-own">
      {data.data.map((application) => (
        <li key={application.number}>
          <Link to={`/service/application/${application.number}`}>
            <strong>{application.service}</strong>
            <Step status={application.status} />
            <span className="small">
              {application.number} · {day(application.created_at)} ·{' '}
              {Number(application.total) === 0 ? t('service.free') : money(application.total)}
            </span>
            {application.files.length > 0 && (
              <span className="small service-own-files">
                {t('service.files')}: {application.files.map(({ name }) => name).join(', ')}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
