import { Button, Callout, NonIdealState, ProgressBar, Spinner } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActionInfo, Row } from 'stoa/api-types'
import {
  ActionRunner,
  actionsFor,
  adminPath,
  api,
  isMissing,
  LoadError,
  PageHeader,
  StatusTag,
  useResource,
  useSession,
  useT,
} from 'stoa/admin'
import type { Progress } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import './count.css'
import { Lines } from './lines.tsx'
import { Scan } from './scan.tsx'

interface StocktakeRow extends Row {
  number: string
  status: string
  warehouse_name: string
  note: string
}

/** Without uncounted lines the treatment is not asked for. */
const withoutChoice = ({ input, ...action }: ActionInfo): ActionInfo => ({
  ...action,
  ...(input ? { input: input.filter(({ name }) => name !== 'uncounted') } : {}),
})

/** Stocktake screen: scan or enter quantities, review differences, approve. */
export default function CountScreen() {
  const say = useMessages()
  const { language } = useT()
  const { me } = useSession()
  const resource = useResource('stocktake')
  const client = useQueryClient()
  const id = location.pathname.split('/').at(-1) ?? ''
  const [running, setRunning] = useState<ActionInfo>()
  const take = useQuery({ queryKey: ['stocktake', id], queryFn: () => api<StocktakeRow>(`stocktake/${id}`, { query: { language } }) })
  const progress = useQuery({ queryKey: ['stocktake', id, 'progress'], queryFn: () => api<Progress>(`stocktake/${id}/progress`) })
  if (take.isPending) return <Spinner aria-label={say('loading')} />
  if (take.error && !take.data && !isMissing(take.error)) return <LoadError error={take.error} retry={take.refetch} />
  if (!take.data || !resource) return <NonIdealState icon={<Search size={40} aria-hidden />} title={say('missing')} />
  const { status, number, note, warehouse_name: place } = take.data
  const counting = status === 'processing' && me.role.permission_list.includes('update stocktake')
  const refresh = () => {
    for (const key of [
      ['stocktake', id],
      ['list', 'stocktake_line'],
      ['list', 'stocktake'],
    ])
      void client.invalidateQueries({ queryKey: key })
  }
  const far = progress.data
  return (
    <>
      <PageHeader
        title={number}
        crumbs={[{ label: resource.plural, to: adminPath(resource.path) }]}
        mark={<StatusTag word={status} />}
        actions={actionsFor(resource, take.data).map((action) => (
          <Button
            key={action.name}
            {...(action.intent ? { intent: action.intent } : {})}
            variant={action.intent === 'danger' ? 'minimal' : 'solid'}
            onClick={() => setRunning(action)}
          >
            {action.label}
          </Button>
        ))}
      />
      <p className="quiet">{[place, note].filter(Boolean).join(' · ')}</p>
      {status === 'draft' && <Callout icon={false}>{say('notStarted')}</Callout>}
      {far && far.lines > 0 && (
        <div className="count-progress">
          <p role="status">
            {say('progress', { counted: far.counted, lines: far.lines })}
            {far.missing > 0 && <span className="count-missing"> · {say('missingUnits', { count: far.missing })}</span>}
            {far.surplus > 0 && <span> · {say('surplusUnits', { count: far.surplus })}</span>}
          </p>
          {/* The line above shows the same as text. */}
          <div aria-hidden>
            <ProgressBar value={far.counted / far.lines} stripes={false} animate={false} intent="primary" />
          </div>
          {counting && far.counted < far.lines && (
            <p className="quiet small">{say('uncounted', { count: far.lines - far.counted, lines: far.lines })}</p>
          )}
        </div>
      )}
      {counting && <Scan id={id} done={refresh} />}
      {status !== 'draft' && <Lines id={id} counting={counting} done={refresh} />}
      {running && (
        <ActionRunner
          resource={resource}
          action={far?.counted === far?.lines ? withoutChoice(running) : running}
          ids={[take.data.id]}
          batch={false}
          close={() => setRunning(undefined)}
          done={refresh}
        />
      )}
    </>
  )
}
