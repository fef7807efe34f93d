import { Button, Dialog, DialogBody } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, EntryForm, Moment, notifySuccess, t } from 'stoa/admin'
import type { Codes, FactorState, Setup } from '../../api-types.ts'
import { CodesView } from './codes-view.tsx'
import { SetupForm } from './setup-form.tsx'
import './second-factor.css'
import { useMessages } from './messages.ts'

type Doing = 'setup' | 'codes' | 'off'

/** The user's second factor, in the profile. */
export default function OwnFactor() {
  const say = useMessages()
  const [doing, setDoing] = useState<Doing>()
  const { data } = useQuery({ queryKey: ['second-factor'], queryFn: ({ signal }) => api<FactorState>('second-factor', { signal }) })
  return (
    <section className="panel" aria-labelledby="profile-second">
      <h2 id="profile-second">{say('title')}</h2>
      {data && (data.since === null ? <p>{say('none')}</p> : <Since state={data} since={data.since} />)}
      <div className="second-buttons">
        {data?.since === null && <Button onClick={() => setDoing('setup')}>{say('setUp')}</Button>}
        {typeof data?.since === 'string' && <Button onClick={() => setDoing('codes')}>{say('newCodes')}</Button>}
        {typeof data?.since === 'string' && !data.required && <Button onClick={() => setDoing('off')}>{say('switchOff')}</Button>}
      </div>
      {doing && <Doer doing={doing} close={() => setDoing(undefined)} />}
    </section>
  )
}

function Since({ state, since }: { state: FactorState; since: string }) {
  const say = useMessages()
  return (
    <p>
      {say('on')} <Moment value={since} />
      <br />
      <span className="quiet small">
        {say('codesLeft', { count: state.codes_left })} {state.required && say('byRole')}
      </span>
    </p>
  )
}

function Doer({ doing, close }: { doing: Doing; close: () => void }) {
  const say = useMessages()
  const queries = useQueryClient()
  const [codes, setCodes] = useState<string[]>()
  const end = () => {
    void queries.invalidateQueries({ queryKey: ['second-factor'] })
    close()
  }
  const title = { setup: say('setUp'), codes: say('newCodes'), off: say('switchOff') }[doing]
  const code = { name: 'code', label: say('code'), type: 'text', autoComplete: 'one-time-code', hint: say('codeHint') } as const
  const ask = (path: string) => async (body: Record<string, string>) => setCodes((await api<Codes>(path, { method: 'POST', body })).codes)
  return (
    <Dialog isOpen onClose={end} title={title} canOutsideClickClose={false}>
      <DialogBody>
        {codes && <CodesView codes={codes} done={end} />}
        {!codes && doing === 'setup' && (
          <SetupForm
            begin={() => api<Setup>('second-factor/setup', { method: 'POST' })}
            confirm={(code) => ask('second-factor/confirm')({ code })}
          />
        )}
        {!codes && doing === 'codes' && <EntryForm button={title} fields={[code]} submit={ask('second-factor/codes')} />}
        {!codes && doing === 'off' && (
          <EntryForm
            button={title}
            fields={[code]}
            submit={async (body) => {
              await api('second-factor', { method: 'DELETE', body })
              notifySuccess(t('success.submit'))
              end()
            }}
          />
        )}
      </DialogBody>
    </Dialog>
  )
}
