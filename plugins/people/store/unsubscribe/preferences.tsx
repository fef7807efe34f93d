import { type SyntheticEvent, useState } from 'react'
import { failureTexts, notify, useShop } from 'stoa/store'
import type { SubscriptionView } from '../../api-types.ts'
import type { LinkSaid } from './link.ts'

type Preference = NonNullable<SubscriptionView['preferences']>[number]

/** Preferences by topic and channel: save a selection, or stop all messages. */
export function Preferences({ link, start, told }: { link: LinkSaid; start: Preference[]; told: (view: SubscriptionView) => void }) {
  const { t, call, language } = useShop()
  const [list, setList] = useState(start)
  const [busy, setBusy] = useState(false)
  const [saved, setSaved] = useState(false)
  const save = async (next: Preference[]) => {
    setBusy(true)
    setSaved(false)
    try {
      const { email, ...said } = link
      const choices = next.map(({ channel, topic, subscribed }) => ({ channel, topic, subscribed }))
      const view = await call.post<SubscriptionView>(`/api/preference/${encodeURIComponent(email)}`, { ...said, choices, language })
      setList(view.preferences ?? next)
      setSaved(true)
      told(view)
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
            .map((one) => (
              <label key={one.topic} className="people-preference">
                <input
                  type="checkbox"
                  checked={one.subscribed}
                  onChange={(event) => {
                    const subscribed = event.currentTarget.checked
                    setSaved(false)
                    setList((before) => before.map((other) => (other === one ? { ...one, subscribed } : other)))
                  }}
                />
                <span>
                  {one.title}
                  {one.description && <small className="muted">{one.description}</small>}
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
        onClick={() => void save(list.map((one) => ({ ...one, subscribed: false })))}
      >
        {t('people.news_all_stop')}
      </button>
      {saved && <output className="note">{t('people.news_saved')}</output>}
    </form>
  )
}
