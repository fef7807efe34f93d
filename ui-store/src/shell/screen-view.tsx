import { useLoaderData, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ComponentType } from 'react'
import { useShop, useT } from '../kit/shop.tsx'
import { notify } from '../kit/notices.tsx'
import { Link } from '../kit/link.tsx'
import { useAfterStart } from './after-start.ts'
import type { Outcome } from './outcome.ts'
import { useHead } from '../head/use-head.ts'

/** Crawlers get this page with status 404; people are redirected to the home page. */
const Missing = () => {
  const t = useT()
  const navigate = useNavigate()
  useEffect(() => {
    notify({ tone: 'warning', title: t('shell.missing.title') })
    void navigate({ to: '/', replace: true })
  }, [navigate, t])
  return (
    <section className="page narrow empty-state">
      <h1>{t('shell.missing.title')}</h1>
      <p>{t('shell.missing.text')}</p>
      <Link className="button" to="/">
        {t('shell.to_home')}
      </Link>
    </section>
  )
}

/** Whether retrying may help: not for other 4xx errors. */
const passes = (status: number) => status >= 500 || status === 429

const Failed = ({ status, texts }: { status: number; texts: string[] }) => {
  const t = useT()
  const router = useRouter()
  return (
    <section className="page narrow empty-state" role="alert">
      <h1>{t('shell.get_data_fail')}</h1>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {passes(status) ? (
        <>
          <p>{t('shell.try_again_text')}</p>
          <button type="button" className="button" onClick={() => void router.invalidate()}>
            {t('shell.try_again')}
          </button>
        </>
      ) : (
        <Link className="button" to="/">
          {t('shell.to_home')}
        </Link>
      )}
    </section>
  )
}

/** Renders the loader's result for the current URL. */
export const ScreenView = () => {
  const outcome = useLoaderData({ strict: false }) as Outcome
  const shop = useShop()
  useHead(outcome.head, shop)
  useAfterStart()
  if (outcome.kind === 'missing') return <Missing />
  if (outcome.kind === 'failed') return <Failed status={outcome.status} texts={outcome.texts} />
  const Screen = outcome.screen.default as ComponentType<{ data: unknown }>
  return <Screen data={outcome.data} />
}
