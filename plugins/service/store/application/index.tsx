import { useState } from 'react'
import { CallFailed, Confirm, failureTexts, GoTo, Link, notify, useMoney, useShop, type HeadInfo, type ScreenContext } from 'stoa/store'
import type { OwnApplication } from '../../api-types.ts'
import { FileList } from '../shared/file-list.tsx'
import { Step } from '../shared/step.tsx'

interface Data {
  application: OwnApplication
  token: string
}

/** Loads an application by the link of an e-mail, or for the signed-in customer. */
export const load = async ({ call, params, search, language }: ScreenContext): Promise<Data> => {
  const token = search.token ?? ''
  const application = await call
    .get<OwnApplication>(`/api/application/${encodeURIComponent(params.number ?? '')}`, { token, language })
    .catch((error: unknown) => {
      if (error instanceof CallFailed && error.status < 500) throw new GoTo('/service')
      throw error
    })
  return { application, token }
}

export const head = ({ application }: Data): HeadInfo => ({ title: application.service, noindex: true })

export default function ApplicationScreen({ data: { application: initialApplication, token } }: { data: Data }) {
  const { t, call, language } = useShop()
  const money = useMoney()
  const [application, setApplication] = useState(initialApplication)
  const [asking, setAsking] = useState(false)
  const cancel = async () => {
    setAsking(false)
    try {
      const now = await call.post<OwnApplication>(`/api/application/${encodeURIComponent(application.number)}/cancel`, { token, language })
      setApplication(now)
      notify({ title: t('service.canceled') })
    } catch (error) {
      notify({ tone: 'danger', title: failureTexts(error)[0] ?? t('service.failed') })
    }
  }
  const facts = [
    [t('service.number'), application.number],
    [t('service.choice'), application.choice],
    [t('service.quantity'), application.quantity > 1 ? String(application.quantity) : ''],
    [t('service.total'), Number(application.total) === 0 ? t('service.free') : money(application.total)],
    [t('service.order'), application.order_number ?? ''],
    [t('service.note'), application.note],
  ] as const
  return (
    <article className="page narrow service">
      <Step status={application.status} />
      <h1>{application.service}</h1>
      <p className="lead">{t(`service.says.${application.status}`)}</p>
      {application.pay_url && (
        <p>
          <a className="button button-main" href={application.pay_url}>
            {t('service.pay', { amount: money(application.total) })}
          </a>
        </p>
      )}
      <dl className="facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        {application.answers.map(({ title, answer, files }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{files.length > 0 ? <FileList files={files} /> : answer}</dd>
          </div>
        ))}
      </dl>
      {application.files.length > 0 && (
        <section className="service-files" aria-labelledby="service-files-title">
          <h2 id="service-files-title">{t('service.files')}</h2>
          <FileList files={application.files} />
        </section>
      )}
      <p className="result-links">
        {application.may_cancel && (
          <button type="button" className="button button-quiet" onClick={() => setAsking(true)}>
            {t('service.cancel')}
          </button>
        )}
        {application.url && (
          <Link className="button button-quiet" to={`/service/${application.url}`}>
            {t('service.again')}
          </Link>
        )}
      </p>
      <Confirm
        open={asking}
        question={t('service.cancel_title')}
        yes={t('service.cancel')}
        no={t('service.keep')}
        onAnswer={(sure) => (sure ? void cancel() : setAsking(false))}
      />
    </article>
  )
}
