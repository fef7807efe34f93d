import { Button, Callout } from '@blueprintjs/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { adminPath, api, CardTable, Link, LoadError, Moment, notifyFailure } from 'stoa/admin'
import type { SyncReport } from '../api-types.ts'
import { syncQuery } from './queries.ts'
import { useMessages } from './messages.ts'

type Problem = SyncReport['problems'][number]

/** Below the settings: how the synchronization of tasks works, and the tasks that failed. */
export default function TaskSync() {
  const say = useMessages()
  const { data, error, refetch } = useQuery(syncQuery)
  return (
    <section className="panel form-section settings-extra" aria-labelledby="clickup-task-sync">
      <header>
        <h2 id="clickup-task-sync">{say('syncTitle')}</h2>
      </header>
      <div className="form-part">
        {error && !data && <LoadError error={error} retry={refetch} />}
        {data?.sync_tasks === 'off' && <p>{say('syncOff')}</p>}
        {data && data.sync_tasks !== 'off' && !data.is_active && <p>{say('syncInactive')}</p>}
        {data?.is_active && <SyncState report={data} />}
        {data && data.problems.length > 0 && <Problems problems={data.problems} />}
      </div>
    </section>
  )
}

/** Calls the synchronization, and shows its answer. */
function useSyncCall(failure: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (path: string) => api<SyncReport>(path, { method: 'POST' }),
    onSuccess: (report) => client.setQueryData(syncQuery.queryKey, report),
    onError: (error) => notifyFailure(failure, error),
  })
}

function SyncState({ report }: { report: SyncReport }) {
  const say = useMessages()
  const explain = useExplanation()
  const run = useSyncCall(say('syncFail'))
  return (
    <>
      {report.problem !== null && (
        <Callout intent="warning" icon={false} role="status">
          {say('syncFailed', { reason: explain(report.problem, report.detail) })}
        </Callout>
      )}
      {report.list_name !== '' && (
        <p>
          <bdi>{say('syncList', { name: report.list_name })}</bdi>
        </p>
      )}
      {report.sync_tasks === 'both' && <p>{say(report.has_webhook ? 'syncWebhook' : 'syncSchedule')}</p>}
      <p role="status">
        {say('syncCounts', report.counts)}
        {' · '}
        {report.ran_at === null ? (
          say('syncNever')
        ) : (
          <>
            {say('syncRan')} <Moment value={report.ran_at} />
          </>
        )}
      </p>
      <Button loading={run.isPending} onClick={() => run.mutate('clickup/sync')}>
        {say('syncNow')}
      </Button>
    </>
  )
}

/** Names a problem, with the error code of ClickUp. */
function useExplanation() {
  const say = useMessages()
  return (problem: string, detail: string | null): string => {
    const text = say(`problem_${problem}` as 'problem_unexpected')
    return detail === null ? text : `${text} (${detail})`
  }
}

/** Problems of tasks that were deleted here. */
const deletions = new Set(['deleted_here', 'erased_here'])

function Problems({ problems }: { problems: readonly Problem[] }) {
  const say = useMessages()
  const explain = useExplanation()
  const retry = useSyncCall(say('retryFail'))
  return (
    <CardTable caption={say('syncProblems')} heads={[say('task'), say('reason'), say('since'), { label: say('actions'), unseen: true }]}>
      {problems.map(({ task_id, title, problem, detail, updated_at }) => (
        <tr key={task_id}>
          <th scope="row">
            {title === null ? (
              say(deletions.has(problem) ? 'deletedTask' : 'hiddenTask')
            ) : (
              <Link to={adminPath(`tasks/${task_id}`)}>
                <bdi>{title}</bdi>
              </Link>
            )}
          </th>
          <td data-label={say('reason')}>{explain(problem, detail)}</td>
          <td data-label={say('since')}>
            <Moment value={updated_at} />
          </td>
          <td className="clickup-actions">
            {!deletions.has(problem) && (
              <Button
                size="small"
                loading={retry.isPending && retry.variables === `clickup/sync/${task_id}/retry`}
                onClick={() => retry.mutate(`clickup/sync/${task_id}/retry`)}
                aria-label={say('retryNamed', { name: title ?? say('hiddenTask') })}
              >
                {say('retry')}
              </Button>
            )}
          </td>
        </tr>
      ))}
    </CardTable>
  )
}
