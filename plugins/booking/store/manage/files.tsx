import { useRef, useState } from 'react'
import { failureTexts, fileSize, notify, useIsHydrated, useShop } from 'stoa/store'
import { sendValues } from 'stoa/store/form/pieces'
import type { OwnBooking } from '../../api-types.ts'

/** Files of a booking from shop and customer, with upload. */
export const Files = ({ booking, onChange }: { booking: OwnBooking; onChange: (booking: OwnBooking) => void }) => {
  const { t, call, language } = useShop()
  const awake = useIsHydrated()
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number | null>(null)
  const { files, files_left: left, token } = booking
  if (files.length === 0 && left === 0) return null
  const bring = async (file: File) => {
    setShare(0)
    try {
      onChange((await sendValues('/api/booking/upload', { token, language, file }, setShare)) as OwnBooking)
      notify({ title: t('booking.file.added') })
    } catch (error) {
      notify({ tone: 'danger', title: t('booking.file.upload_file_fail'), texts: failureTexts(error) })
    }
    setShare(null)
  }
  const remove = async (id: number) => {
    try {
      onChange(await call.remove<OwnBooking>('/api/booking/remove', { token, language, file_id: id }))
      notify({ title: t('booking.file.removed') })
      input.current?.focus()
    } catch (error) {
      notify({ tone: 'danger', title: t('booking.file.delete_file_fail'), texts: failureTexts(error) })
    }
  }
  return (
    <section className="booking-files" aria-labelledby="booking-files-title">
      <h2 id="booking-files-title">{t('booking.file.title')}</h2>
      <ul>
        {files.map(({ id, name, size, own, url }) => (
          <li key={id}>
            <a href={url} target="_blank" rel="noreferrer">
              {name}
            </a>{' '}
            <span className="muted small">
              {fileSize(size)}
              {!own && ` · ${t('booking.file.from_us')}`}
            </span>{' '}
            {own && left >= 0 && awake && (
              <button type="button" className="text-button" onClick={() => void remove(id)}>
                {t('booking.file.remove')}
                <span className="visually-hidden"> {name}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p>
          <input
            ref={input}
            type="file"
            aria-label={t('booking.file.add')}
            disabled={!awake || share !== null}
            onChange={({ target }) => {
              const [chosen] = target.files ?? []
              if (chosen) void bring(chosen)
              target.value = ''
            }}
          />{' '}
          <span className="muted small">{t('booking.file.left', { count: left })}</span>
        </p>
      )}
      {share !== null && <progress value={share} aria-label={t('booking.file.add')} />}
    </section>
  )
}
