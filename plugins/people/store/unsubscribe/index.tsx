import { useState } from 'react'
import { failureTexts, notify, useShop } from '../../../../ui-store/src/kit/index.ts'
import type { HeadInfo, ScreenContext } from '../../../../ui-store/src/kit/index.ts'
import { Field, Form } from '../../../../ui-store/src/kit/form/index.ts'
import { Door, DoorLinks } from '../shared/door.tsx'

type Status = 'subscribed' | 'unsubscribed' | 'unknown' | 'sent'

interface Data {
  email: string
  signature: string
  status: Status
  /** The link was mailed because somebody asked for news. */
  want: boolean
}

const path = (email: string) => `/api/unsubscribe/${encodeURIComponent(email)}`

/** Looks only; what changes something is the button. */
export const load = async ({ search, call, language }: ScreenContext): Promise<Data> => {
  const { email = '', signature = '' } = search
  const asked = email ? await call.get<{ status: Status }>(path(email), { signature, language }) : { status: 'unknown' as const }
  return { email, signature, status: asked.status, want: search.want !== undefined }
}

export const head = (_: Data, { t }: ScreenContext): HeadInfo => ({ title: t('people.news'), path: '/unsubscribe', noindex: true })

/** Ends news with one click, and takes that back with another. */
export default function UnsubscribeScreen({ data }: { data: Data }) {
  const { t, call, language } = useShop()
  const [status, setStatus] = useState(data.status)
  const [busy, setBusy] = useState(false)
  const send = async (email: string, undo: boolean) => {
    const answer = await call.post<{ status: Status }>(path(email), { signature: data.signature, undo, language })
    setStatus(answer.status)
  }
  const press = async (undo: boolean) => {
    setBusy(true)
    try {
      await send(data.email, undo)
    } catch (error) {
      notify({ tone: 'danger', title: t('people.failed'), texts: failureTexts(error) })
    } finally {
      setBusy(false)
    }
  }
  const button = (label: string, undo: boolean, quiet = false) => (
    <button type="button" className={quiet ? 'button button-quiet' : 'button'} aria-busy={busy} onClick={() => void press(undo)}>
      {t(label)}
    </button>
  )
  return (
    <Door title={t('people.news')}>
      {!data.email && status === 'unknown' && (
        <Form send={({ email }) => send(String(email), false)} button={t('people.news_stop')}>
          <Field name="email" label={t('people.email')} type="email" autoComplete="email" autoCapitalize="none" />
        </Form>
      )}
      {data.email && <p>{data.email}</p>}
      {status !== 'unknown' && (
        <output className="note">{t(data.want && status === 'unsubscribed' ? 'people.news_wanted' : `people.news_${status}`)}</output>
      )}
      {data.email && status === 'unknown' && (
        <>
          <p>{t('people.news_unsigned')}</p>
          {button('people.news_mail', false)}
        </>
      )}
      {status === 'subscribed' && button('people.news_stop', false, data.want)}
      {status === 'unsubscribed' && button(data.want ? 'people.news_start' : 'people.news_undo', true, !data.want)}
      <DoorLinks links={[['/', t('shell.to_home')]]} />
    </Door>
  )
}
