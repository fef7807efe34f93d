import { Button, Callout, NonIdealState, Spinner } from '@blueprintjs/core'
import { ArrowLeft } from '@blueprintjs/icons'
import { adminPath, apiUrl, failureLines, Link, useIsEmbedded, useInstalled, useTitle, useWake } from 'stoa/admin'
import { useState } from 'react'
import '../counter.css'
import { useIsOnlyTab } from '../engine/use-single-tab.ts'
import { useCashier } from '../engine/use-cashier.ts'
import { useQueue } from '../engine/use-queue.ts'
import { useTill } from '../engine/use-till.ts'
import { useMessages } from '../messages.ts'
import { CashierDialog } from './cashier-dialog.tsx'
import { Desk } from './desk.tsx'
import { OpenTill } from './open-till.tsx'
import { Status } from './status.tsx'

/** Scope of the service worker for offline use. */
const SCOPE = '/admin/store/pos/'
/** Register page of a store in either layout: closed, open, or closing. */
export function CounterPage({ plain }: { plain: boolean }) {
  const say = useMessages()
  const store = Number(location.pathname.split('/').at(-1))
  const state = useTill(store)
  const { alone, take } = useIsOnlyTab(store)
  const { items, send } = useQueue(state.setOnline)
  useIsEmbedded()
  useWake()
  useInstalled({ manifest: apiUrl(`store/${store}/webmanifest`), scope: SCOPE })
  useTitle([say('title'), state.till?.store.name ?? ''])
  const { till, drawer, device, online } = state
  const { manned, setCashier } = useCashier(store, till, drawer, online)
  const [changing, setChanging] = useState(false)
  return (
    <div className="till">
      <header className="till-top">
        <Link to={adminPath('store/pos')} className="till-back" aria-label={say('back')} title={say('back')}>
          <ArrowLeft size={20} aria-hidden />
        </Link>
        <h1>
          {till?.store.name ?? say('title')}
          {drawer && <span className="quiet"> {drawer.name}</span>}
        </h1>
        <span className="till-push" />
        <Status online={online} items={items} send={send} maySettle={manned?.may.settle ?? false} />
        {manned && drawer ? (
          <Button
            variant="minimal"
            className="till-me"
            icon="person"
            disabled={!online}
            aria-label={say('sellsNow', { name: manned.me.name })}
            onClick={() => setChanging(true)}
          >
            <span>{manned.me.name}</span>
          </Button>
        ) : (
          till && <span className="till-me quiet">{till.me.name}</span>
        )}
      </header>
      {body()}
      {changing && manned && drawer && (
        <CashierDialog till={manned} drawer={drawer} device={device} onTake={setCashier} onClose={() => setChanging(false)} />
      )}
    </div>
  )

  function body() {
    if (alone === false)
      return (
        <NonIdealState title={say('elsewhere')} action={<Button intent="primary" size="large" text={say('useHere')} onClick={take} />} />
      )
    if (!till)
      return state.loading ? (
        <Spinner className="till-wait" />
      ) : (
        <Callout intent="danger" className="till-wait">
          {failureLines(state.error).join(' ')} <Button text={say('retry')} onClick={() => void state.refresh()} />
        </Callout>
      )
    if (!drawer)
      return <OpenTill till={till} device={device} online={online} onOpen={state.setDrawer} onRetry={() => void state.refresh()} />
    return <Desk state={{ ...state, till: manned ?? { ...till, cashier: '' } }} drawer={drawer} plain={plain} />
  }
}
