import { useEffect, useState } from 'react'
import { failureTexts, GoTo, Link, useMoney, useShop, type HeadInfo, type ScreenContext } from 'stoa/store'
import type { CardPage } from '../../api-types.ts'
import { StandIn } from './rehearsal-card.tsx'
import { Vendor } from './vendor.tsx'

interface Data {
  key: string
}

/** Without a key there is nothing to pay. */
export const load = async ({ search }: ScreenContext): Promise<Data> => {
  if (!search.key) throw new GoTo('/')
  return { key: search.key }
}

export const head = (_: Data, { t }: ScreenContext): HeadInfo => ({ title: t('payments.card.title'), path: '/stripe', noindex: true })

/** Card payment page. The payment is fetched on the client only, since it is private to the payer. */
export default function CardScreen({ data }: { data: Data }) {
  const { t, call, shell } = useShop()
  const money = useMoney()
  const [about, setAbout] = useState<CardPage>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    call.post<CardPage>('/api/payment/card', { key: data.key }).then(setAbout, (error: unknown) => setProblem(failureTexts(error)[0] ?? ''))
  }, [call, data.key])
  const done = () => window.location.assign(about?.return_url ?? '/')
  const Entry = about?.publishable_key.startsWith('pk_fake_') ? StandIn : Vendor
  return (
    <div className="page narrow card-page">
      <h1>{t('payments.card.title')}</h1>
      {problem !== undefined && (
        <div role="alert" className="card-gone">
          <p>{t('payments.card.unknown')}</p>
          <Link className="button" to="/">
            {t('payments.card.back', { name: shell.settings.basic.name })}
          </Link>
        </div>
      )}
      {!about && problem === undefined && <output className="loading">{t('shell.loading')}</output>}
      {about && (
        <>
          <dl className="facts">
            <div>
              <dt>{t('payments.card.order')}</dt>
              <dd>{about.order_number}</dd>
            </div>
            <div>
              <dt>{t('payments.card.amount')}</dt>
              <dd>{money(about.amount, about.currency)}</dd>
            </div>
          </dl>
          {about.test && <p className="note">{t('payments.card.test')}</p>}
          <Entry about={about} cardKey={data.key} onDone={done} />
        </>
      )}
      <noscript>
        <p className="note">{t('payments.card.needs_script')}</p>
      </noscript>
    </div>
  )
}
