import { Button, NonIdealState, Spinner } from '@blueprintjs/core'
import { Time } from '@blueprintjs/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  adminPath,
  api,
  CardTable,
  download,
  isRunMoving,
  Link,
  LoadError,
  Moment,
  notifyFailure,
  PageHeader,
  RunBar,
  StatusTag,
  StopRun,
} from 'stoa/admin'
import type { RunInfo, RunPage } from '../api-types.ts'
import { useMessages } from './messages.ts'
import './runs.css'

/** Polling interval while a job is running, in milliseconds. */
const EVERY = 1_500

/** Background jobs: title, creator, progress, result and available actions. */
export default function Runs() {
  const say = useMessages()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: ['run', 'list', page],
    queryFn: ({ signal }) => api<RunPage>('run', { query: { page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isRunMoving) ? EVERY : false),
  })
  return (
    <>
      <PageHeader title={say('title')} />
      {error && <LoadError error={error} retry={refetch} />}
      {!data && !error && <Spinner aria-label={say('title')} />}
      {data?.total === 0 && <NonIdealState icon={<Time size={40} aria-hidden />} title={say('none')} description={say('noneHint')} />}
      {data && data.total > 0 && <Table runs={data.data} />}
      {data && data.total > data.limit && (
        <p className="runs-pages">
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            {say('newer')}
          </Button>
          <span className="num">
            {page} / {Math.ceil(data.total / data.limit)}
          </span>
          <Button disabled={page * data.limit >= data.total} onClick={() => setPage(page + 1)}>
            {say('older')}
          </Button>
        </p>
      )}
    </>
  )
}

function Table({ runs }: { runs: readonly RunInfo[] }) {
  const say = useMessages()
  return (
    <div className="panel">
      <CardTable
        caption={say('title')}
        heads={[...(['what', 'who', 'begun', 'state', 'outcome'] as const).map((name) => say(name)), { label: say('tools'), unseen: true }]}
      >
        {runs.map((run) => (
          <Line key={run.id} run={run} />
        ))}
      </CardTable>
    </div>
  )
}

function Line({ run }: { run: RunInfo }) {
  const say = useMessages()
  const { title, link, who, status, said, created_at: begun } = run
  return (
    <tr>
      <th scope="row">{link ? <Link to={adminPath(link)}>{title}</Link> : title}</th>
      <td>{who ?? say('product')}</td>
      <td>
        <Moment value={begun} />
      </td>
      <td>
        <StatusTag word={status} />
        <RunBar run={run} />
      </td>
      <td className={said.length > 0 ? '' : 'is-nothing'}>
        {said.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </td>
      <td className="runs-tools">
        <Tools run={run} />
      </td>
    </tr>
  )
}

function Tools({ run }: { run: RunInfo }) {
  const say = useMessages()
  const client = useQueryClient()
  const { id, title, file, cancelable, stopping, resumable } = run
  const again = async () => {
    await api(`run/${id}/resume`, { method: 'POST', body: {} }).catch((error: unknown) => notifyFailure(say('againFailed'), error))
    await client.invalidateQueries({ queryKey: ['run'] })
  }
  const fetch = (name: string) =>
    void download(`run/${id}/file`, {}, name).catch((error: unknown) => notifyFailure(say('fetchFailed'), error))
  return (
    <>
      {(cancelable || stopping) && <StopRun run={run} />}
      {resumable && (
        <Button size="small" aria-label={say('againOf', { title })} onClick={() => void again()}>
          {say('again')}
        </Button>
      )}
      {file !== null && (
        <Button size="small" aria-label={say('fetchOf', { title })} onClick={() => fetch(file)}>
          {say('fetch')}
        </Button>
      )}
    </>
  )
}
