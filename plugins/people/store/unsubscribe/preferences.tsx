import { type SyntheticEvent, useState } from 'react'
import { failureTexts, notify, useShop } from 'stoa/store'
import type { SubscriptionView } from '../../api-types.ts'
import type { UnsubscribeLink } from './link.ts'

type Preference = NonNullable<SubscriptionView['preferences']>[number]

/** Preferences by topic and channel: save a selection, or stop all messages. */
export function Preferences({
  link,
  start,
  onSaved,
}: {
  link: UnsubscribeLink
  start: Preference[]
  onSaved: (view: SubscriptionView) => void
}) {
  const { t, call, language } = useShop()
  const [list, setList] = useState(start)
  const [busy, setBusy] = useState(false)
  const [saved, setSaved] = useState(false)
  const save = async (next: Preference[]) => {
    setBusy(true)
    setSaved(false)
    try {
      const { email, ...linkParameters } = link
      const choices = next.map(({ channel, topic, subscribed }) => ({ channel, topic, subscribed }))
      const view = await call.post<SubscriptionView>(`/api/preference/${encodeURIComponent(email)}`, {
        ...linkParameters,
        choices,
        language,
      })
      setList(view.preferences ?? next)
      setSaved(true)
      onSaved(view)
    } catch (error) {
      notify({ tone: 'danger', title: t('people.failed'), texts: failureTexts(error) })
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void save(list)
  }
  const ways = [...new Set(list.map(({ channel }) => channel))]
  return (
    <form className="people-preferences" onSubmit={submit}>
      <h2>{t('people.news_choose')}</h2>
      {ways.map((way) => (
        <fieldset key={way}>
          <legend>{t(`people.news_by_${way}`)}</legend>
          {list
            .filter(({ channel }) => channel === way)
            .map((preference) => (
              <label key={preference.topic} className="people-preference">
                <input
                  type="checkbox"
                  checked={preference.subscribed}
                  onChange={(event) => {
                    const subscribed = event.currentTarget.checked
                    setSaved(false)
                    setList((before) => before.map((other) => (other === preference ? { ...preference, subscribed } : other)))
                  }}
                />
                <span>
                  {preference.title}
                  {preference.description && <small className="muted">{preference.description}</small>}
                </span>
              </label>
            ))}
        </fieldset>
      ))}
      <button type="submit" className="button button-quiet" aria-busy={busy}>
        {t('people.news_save')}
      </button>
      <button
        type="button"
        className="button button-quiet"
        aria-busy={busy}
        onClick={() => void save(list.map((preference) => ({ ...preference, subscribed: false })))}
      >
        {t('people.news_all_stop')}
      </button>
      {saved && <output className="note">{t('people.news_saved')}</output>}
    </form>
  )
}
