import { useState } from 'react'
import { failureTexts, notify, useShop, type HeadInfo, type ScreenContext } from 'stoa/store'
import { Field, Form } from 'stoa/store/form'
import type { SubscriptionView } from '../../api-types.ts'
import { AuthPage, SignInLinks } from '../shared/sign-in-card.tsx'
import { linkIn, type UnsubscribeLink } from './link.ts'
import { Preferences } from './preferences.tsx'

interface Data {
  link: UnsubscribeLink
  view: SubscriptionView
  /** The link was e-mailed because of a subscription request. */
  want: boolean
}

const path = (email: string) => `/api/unsubscribe/${encodeURIComponent(email)}`

/** Reads only; the button makes the change. */
export const load = async ({ search, call, language }: ScreenContext): Promise<Data> => {
  const link = linkIn(search)
  const { email, ...linkParameters } = link
  const view = email
    ? await call.get<SubscriptionView>(path(email), { ...linkParameters, language })
    : { email, status: 'unknown' as const }
  return { link, view, want: search.want !== undefined }
}

export const head = (_: Data, { t }: ScreenContext): HeadInfo => ({ title: t('people.news'), path: '/unsubscribe', noindex: true })

/** Unsubscribes with one click, undoes it with another, and lets the person choose topics. */
export default function UnsubscribeScreen({ data }: { data: Data }) {
  const { t, call, language } = useShop()
  const { link, want } = data
  const [view, setView] = useState(data.view)
  /** Reloads the preferences after a button changed them. */
  const [turn, setTurn] = useState(0)
  const [busy, setBusy] = useState(false)
  const { status } = view
  const send = async (email: string, undo: boolean) => {
    const { email: _, ...linkParameters } = link
    const answer = await call.post<SubscriptionView>(path(email), { ...linkParameters, undo, language })
    const subscription = link.signature ? await call.get<SubscriptionView>(path(email), { ...linkParameters, language }) : answer
    setView({ ...answer, ...(subscription.preferences ? { preferences: subscription.preferences } : {}) })
    setTurn((before) => before + 1)
  }
  const submit = async (undo: boolean) => {
    setBusy(true)
    try {
      await send(link.email, undo)
    } catch (error) {
      notify({ tone: 'danger', title: t('people.failed'), texts: failureTexts(error) })
    } finally {
      setBusy(false)
    }
  }
  const button = (label: string, undo: boolean, quiet = false) => (
    <button type="button" className={quiet ? 'button button-quiet' : 'button'} aria-busy={busy} onClick={() => void submit(undo)}>
      {t(label)}
    </button>
  )
  return (
    <AuthPage title={t('people.news')}>
      {!link.email && status === 'unknown' && (
        <Form send={({ email }) => send(String(email), false)} button={t('people.news_stop')}>
          <Field name="email" label={t('people.email')} type="email" autoComplete="email" autoCapitalize="none" />
        </Form>
      )}
      {link.email && <p>{view.email}</p>}
      {status !== 'unknown' && (
        <output className="note">{t(want && status === 'unsubscribed' ? 'people.news_wanted' : `people.news_${status}`)}</output>
      )}
      {link.email && status === 'unknown' && (
        <>
          <p>{t('people.news_unsigned')}</p>
          {button('people.news_mail', false)}
        </>
      )}
      {status === 'subscribed' && button('people.news_stop', false, want)}
      {status === 'unsubscribed' && button(want ? 'people.news_start' : 'people.news_undo', true, !want)}
      {view.preferences && !want && (
        <Preferences
          key={turn}
          link={link}
          start={view.preferences}
          onSaved={({ status: now }) => setView((before) => ({ ...before, status: now }))}
        />
      )}
      <SignInLinks links={[['/', t('shell.to_home')]]} />
    </AuthPage>
  )
}
