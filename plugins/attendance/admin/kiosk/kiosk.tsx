import { Button, Callout, HTMLSelect, Spinner } from '@blueprintjs/core'
import { useEffect } from 'react'
import type { Locale } from 'stoa/api-types'
import { chooseLanguage, interfaceLanguages, useT, useWake } from 'stoa/admin'
import { KioskClock } from './kiosk-clock.tsx'
import './kiosk.css'
import { useKioskMessages } from './messages.ts'
import { PairForm } from './pair-form.tsx'
import { PunchForm } from './punch-form.tsx'
import { useIsOnline, useKiosk } from './use-kiosk.ts'

/** The page of a shared tablet on which employees punch. It needs no staff session: the tablet is paired once. It stores nothing offline. */
export default function KioskPage() {
  const say = useKioskMessages()
  const { language } = useT()
  const { status, clockOffset, isUnreachable, reload } = useKiosk()
  const isOffline = !useIsOnline() || isUnreachable
  const title = say('title')
  useWake()
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <main className="kiosk">
      <header>
        <strong>{status?.kiosk ? [status.kiosk.name, status.kiosk.site].filter(Boolean).join(' · ') : title}</strong>
        <HTMLSelect
          aria-label={say('language')}
          value={language}
          onChange={({ target }) => void chooseLanguage(target.value as Locale)}
          options={interfaceLanguages.map(({ code, name }) => ({ value: code, label: name }))}
        />
      </header>
      {status ? <KioskClock offset={clockOffset} zone={status.time_zone} /> : null}
      {isOffline ? (
        <Callout intent="warning" role="alert" className="kiosk-offline">
          <p>{say('offline')}</p>
          <Button onClick={() => void reload()}>{say('retry')}</Button>
        </Callout>
      ) : null}
      {status ? (
        status.kiosk ? (
          <PunchForm onUnpaired={reload} isOffline={isOffline} />
        ) : (
          <PairForm onPaired={reload} />
        )
      ) : isOffline ? null : (
        <Spinner aria-label={say('loading')} />
      )}
    </main>
  )
}
