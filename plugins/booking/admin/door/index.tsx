import { Button, Callout, Tag } from '@blueprintjs/core'
import { useState } from 'react'
import { adminPath, download, Link, PhonePage, ScanField, t, useSession, useT } from 'stoa/admin'
import { useMessages } from '../messages.ts'
import { useCheckIn } from './engine/use-door.ts'
import { DevicePicker, whenWords } from './parts/event-list.tsx'
import { Guests } from './parts/guests.tsx'
import { NameDevice } from './parts/name-device.tsx'
import { PhoneButton } from './parts/phone-button.tsx'
import { RecentScans } from './parts/recent.tsx'
import { Result } from './parts/result.tsx'
import './door.css'

/** Check-in page: phone camera or hand scanner, online or offline. */
export default function Scanner() {
  const say = useMessages()
  const { language } = useT()
  const { me } = useSession()
  const checkIn = useCheckIn()
  const [choosing, setChoosing] = useState(false)
  const [asking, setAsking] = useState(false)
  const { self, list } = checkIn
  const may = (right: string) => me.role.permission_list.includes(right)
  const back = { to: adminPath('booking/history'), label: say('bookings') }
  const time = list?.time ?? self?.door ?? null
  const page = (lead: string, children: React.ReactNode, actions?: React.ReactNode) => (
    <PhonePage title={say('doorTitle')} lead={lead} back={back} actions={actions}>
      {checkIn.problem !== '' && (
        <Callout intent="danger" role="alert">
          {checkIn.problem}
        </Callout>
      )}
      {children}
    </PhonePage>
  )
  if (checkIn.off)
    return page(
      '',
      <Callout intent="danger" role="alert">
        {say('doorOff')}
      </Callout>,
    )
  if (!self) return page('', null)
  if (self.name === '')
    return page(
      '',
      <>
        <NameDevice onName={checkIn.name} />
        {checkIn.install && (
          <Button className="door-install" variant="outlined" size="large" text={say('doorInstall')} onClick={checkIn.install} />
        )}
      </>,
    )
  if (choosing)
    return page(
      self.name,
      <DevicePicker
        times={self.doors}
        chosen={self.door?.session ?? null}
        onChoose={(time) => {
          setChoosing(false)
          void checkIn.choose(time)
        }}
      />,
    )
  const [latest] = checkIn.recent
  return page(
    self.name,
    <>
      <div className="door-at">
        <button type="button" className="door-choice" onClick={() => setChoosing(true)}>
          <strong>{time ? time.title : say('doorAll')}</strong>
          <span className="quiet">{time ? whenWords(time, language) : say('doorAllHint')}</span>
        </button>
        {time && (
          <p className="door-count" role="status">
            <strong>{time.present}</strong> / {time.expected} <span className="sr-only">{say('doorHere')}</span>
          </p>
        )}
      </div>
      <p className={`door-net ${checkIn.online ? 'is-on' : 'is-off'}`} role="status">
        {checkIn.online ? say('doorOnline') : say('doorOffline', { time: list ? madeAt(list.made_at, language) : '–' })}
        {checkIn.queued > 0 && (
          <Tag round intent="warning">
            {say('doorQueued', { count: checkIn.queued })}
          </Tag>
        )}
      </p>
      {checkIn.troubles.length > 0 && (
        <Callout intent="warning" role="alert">
          {say('doorTroubles', { count: checkIn.troubles.length })}{' '}
          {may('get booking checkin') && <Link to={`${adminPath('booking/checkin')}?trouble__empty=0`}>{say('doorLook')}</Link>}
        </Callout>
      )}
      <Result latest={latest} busy={checkIn.busy} onScan={checkIn.scan} />
      <ScanField label={say('doorCode')} action={say('doorCheck')} steady onCode={(code) => void checkIn.scan({ code })} />
      <RecentScans recent={checkIn.recent} onUndo={checkIn.undo} />
      {asking && time && (
        <Guests session={time.session} online={checkIn.online} list={list} onClose={() => setAsking(false)} onScan={checkIn.scan} />
      )}
    </>,
    time && (
      <>
        {may('get booking') && (
          <PhoneButton
            blockedBy={checkIn.online ? undefined : t('blocked.offline')}
            onClick={() => void download(`booking/door/${time.session}/badges`, { language }, `${say('doorBadges')}.pdf`)}
          >
            {say('doorBadges')}
          </PhoneButton>
        )}
        <PhoneButton onClick={() => setAsking(true)}>{say('doorByName')}</PhoneButton>
      </>
    ),
  )
}

const madeAt = (at: string, language: string) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(at))
