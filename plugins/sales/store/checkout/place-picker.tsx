import { useEffect, useId, useState } from 'react'
import { failureTexts, useShop, useT } from 'stoa/store'
import type { PickupPlaces } from 'stoa/plugins/shipping'
import { ChoiceField, useForm } from './fields.tsx'

const WAIT_MS = 250
/** Up to this many places are listed; more get a search field. */
const GLANCE = 6

/** Pickup place: a short list, or a search if there are many. */
export const PlacePicker = ({ method }: { method: string }) => {
  const t = useT()
  const id = useId()
  const { call } = useShop()
  const { form, set } = useForm()
  const [q, setQ] = useState('')
  const [places, setPlaces] = useState<PickupPlaces | null>(null)
  const [most, setMost] = useState(0)
  const [failure, setFailure] = useState<string[] | null>(null)
  useEffect(() => {
    let left = false
    const ask = () =>
      call.get<PickupPlaces>('/api/shipping/point', { method, q }).then(
        (found) => {
          if (left) return
          setFailure(null)
          setPlaces(found)
          setMost((now) => Math.max(now, found.total))
          const [only] = found.data
          if (q === '' && found.total === 1 && only) set('pickup_point', only.code)
        },
        (error: unknown) => !left && setFailure(failureTexts(error)),
      )
    const timer = setTimeout(() => void ask(), q === '' ? 0 : WAIT_MS)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [call, method, q, set])
  if (failure)
    return (
      <p className="field-problem" role="alert">
        {failure[0] ?? t('shell.get_data_fail')}
      </p>
    )
  if (!places) return <output className="loading">{t('shell.loading')}</output>
  // The selected place stays visible even if the search does not match it.
  const options = places.data.map((p) => ({
    code: p.code,
    title: p.name,
    description: [p.area, p.address, p.hours].filter(Boolean).join(' · '),
  }))
  return (
    <div className="sub-form">
      <h3>{t('sales.place')}</h3>
      {most > GLANCE && (
        <div className="field">
          <label htmlFor={id}>{t('sales.place_search')}</label>
          <input id={id} type="search" value={q} maxLength={60} onChange={(event) => setQ(event.target.value)} />
        </div>
      )}
      {options.length > 0 ? (
        <ChoiceField name="pickup_point" legend={t('sales.place')} choices={options} />
      ) : (
        <p className="note">{t('sales.no_place')}</p>
      )}
      {places.total > options.length && <p className="muted small">{t('sales.more_places', { count: places.total - options.length })}</p>}
      {form.pickup_point !== '' && !options.some(({ code }) => code === form.pickup_point) && (
        <p className="muted small">{t('sales.place_chosen', { code: form.pickup_point })}</p>
      )}
    </div>
  )
}
