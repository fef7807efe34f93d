import { Button, Callout, Tag } from '@blueprintjs/core'
import { useState } from 'react'
import { adminPath, BlockableButton, download, Link, PhonePage, ScanField, t, useSession, useT } from 'stoa/admin'
import { useMessages } from '../texts.ts'
import { useCheckIn } from './engine/use-door.ts'
import { DevicePicker, whenWords } from './parts/doors.tsx'
import { Guests } from './parts/guests.tsx'
import { NameDevice } from './parts/name-device.tsx'
import { RecentScans } from './parts/recent.tsx'
import { Result } from './parts/result.tsx'
import './door.css'

/** Check-in page: phone camera or hand scanner, online or offline. */
export default function Scanner() {
  const say = useMessages()
  const { language } = useT()
  const { me } = useSession()
  const door = useCheckIn()
  const [choosing, setChoosing] = useState(false)
  const [asking, setAsking] = useState(false)
  const { self, list } = door
  const may = (right: string) => me.role.permission_list.includes(right)
  const back = { to: adminPath('booking/history'), label: say('bookings') }
  const time = list?.time ?? self?.door ?? null
  const page = (lead: string, children: React.ReactNode, actions?: React.ReactNode) => (
    <PhonePage title={say('doorTitle')} lead={lead} back={back} actions={actions}>
      {door.problem !== '' && (
        <Callout intent="danger" role="alert">
          {door.problem}
        </Callout>
      )}
      {children}
    </PhonePage>
  )
  if (door.off)
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
        <NameDevice onName={door.name} />
        {door.install && (
          <Button className="door-install" variant="outlined" size="large" text={say('doorInstall')} onClick={door.install} />
        )}
      </>,
    )
  if (choosing)
    return page(
      self.name,
      <DevicePicker
        doors={self.doors}
        chosen={self.door?.session ?? null}
        onChoose={(one) => {
          setChoosing(false)
          void door.choose(one)
        }}
      />,
    )
  const [latest] = door.recent
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
      <p className={`door-net ${door.online ? 'is-on' : 'is-off'}`} role="status">
        {door.online ? say('doorOnline') : say('doorOffline', { time: list ? madeAt(list.made_at, language) : '–' })}
        {door.queued > 0 && (
          <Tag round intent="warning">
            {say('doorQueued', { count: door.queued })}
          </Tag>
        )}
      </p>
      {door.troubles.length > 0 && (
        <Callout intent="warning" role="alert">
          {say('doorTroubles', { count: door.troubles.length })}{' '}
          {may('get booking checkin') && <Link to={`${adminPath('booking/checkin')}?trouble__empty=0`}>{say('doorLook')}</Link>}
        </Callout>
      )}
      <Result latest={latest} busy={door.busy} onScan={door.scan} />
      <ScanField label={say('doorCode')} action={say('doorCheck')} steady onCode={(code) => void door.scan({ code })} />
      <RecentScans recent={door.recent} onUndo={door.undo} />
      {asking && time && (
        <Guests session={time.session} online={door.online} list={list} onClose={() => setAsking(false)} onScan={door.scan} />
      )}
    </>,
    time && (
      <>
        {may('get booking') && (
          <BlockableButton
            size="large"
            className="phone-button"
            blockedBy={door.online ? undefined : t('blocked.offline')}
            onClick={() => void download(`booking/door/${time.session}/badges`, { language }, `${say('doorBadges')}.pdf`)}
          >
            {say('doorBadges')}
          </BlockableButton>
        )}
        <Button size="large" className="phone-button" onClick={() => setAsking(true)}>
          {say('doorByName')}
        </Button>
      </>
    ),
  )
}

const madeAt = (at: string, language: string) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(at))
