import { Button, Callout, Card, NonIdealState, Spinner } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ResourceInfo } from 'stoa/api-types'
import {
  adminPath,
  BlockableButton,
  ConfirmDialog,
  download,
  forget,
  go,
  isRunMoving,
  notify,
  notifyFailure,
  notifySuccess,
  useT,
} from 'stoa/admin'
import type { TransferInfo } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { decide, transferQuery } from '../transfer-api.ts'
import { UnderWay } from '../run-progress.tsx'
import { AnswerView } from './answer-view.tsx'
import { Steps } from './steps.tsx'

/** Moves the focus when a step ends, because the pressed button is removed together with its step. */
function useFocusAcross(status: string | undefined) {
  const card = useRef<HTMLDivElement>(null)
  const before = useRef(status)
  useEffect(() => {
    if (before.current !== undefined && before.current !== status && document.activeElement === document.body) card.current?.focus()
    before.current = status
  }, [status])
  return card
}

/** An import from its dry run on: preview, decision, result and undo. */
export function Follow({ resource, id }: { resource: ResourceInfo; id: number }) {
  const { t } = useT()
  const say = useMessages()
  const client = useQueryClient()
  const query = transferQuery(id)
  const { data: transfer, isError } = useQuery(query)
  const [asking, setAsking] = useState(false)
  useEnding(resource, transfer)
  const card = useFocusAcross(transfer?.status)

  const choose = async (action: 'apply' | 'cancel' | 'undo') => {
    try {
      client.setQueryData(query.queryKey, await decide(id, action))
      await client.invalidateQueries({ queryKey: ['run'] })
    } catch (error) {
      notifyFailure(t('failure.import'), error)
      void client.invalidateQueries({ queryKey: query.queryKey })
    }
    setAsking(false)
  }
  const isOther = transfer !== undefined && (transfer.kind !== 'import' || transfer.resource !== resource.name)
  if (isError || isOther) return <NonIdealState icon={<Search size={40} aria-hidden />} title={t('failure.idMissing')} />
  if (!transfer) return <Spinner aria-label={say('waiting')} />
  if (isRunMoving(transfer))
    return (
      <Card compact ref={card} tabIndex={-1}>
        <Steps at={getStep(transfer)} />
        <UnderWay id={id} label={getLabel(transfer, say)} />
      </Card>
    )

  const { status, answer } = transfer
  const imported = answer?.import
  const due = imported ? imported.summary.create + imported.summary.change : 0
  return (
    <Card compact ref={card} tabIndex={-1}>
      <Steps at={getStep(transfer)} />
      <Outcome transfer={transfer} />
      {imported && status !== 'abnormal' && !answer?.undo && <AnswerView answer={imported} />}
      <div className="transfer-foot">
        {imported && imported.errors.length > 0 && !answer?.undo && (
          <Button
            onClick={() =>
              void download(`transfer/${id}/failed`, {}, 'failed rows.xlsx').catch((error: unknown) =>
                notifyFailure(t('failure.export'), error),
              )
            }
          >
            {say('failedRows')}
          </Button>
        )}
        {status === 'pending' && <Button onClick={() => void choose('cancel')}>{say('giveUp')}</Button>}
        {(status === 'pending' || status === 'abnormal') && (
          <Button
            intent={status === 'abnormal' ? 'primary' : 'none'}
            onClick={() => go(adminPath(`transfer/${resource.name}/import?from=${id}`))}
          >
            {say('backToColumns')}
          </Button>
        )}
        {status === 'completed' && due > 0 && <Button onClick={() => setAsking(true)}>{say('undo')}</Button>}
        {(status === 'abnormal' || status === 'canceled') && (
          <Button onClick={() => go(adminPath(`transfer/${resource.name}/import`))}>{say('again')}</Button>
        )}
        {status === 'pending' ? (
          <BlockableButton intent="primary" blockedBy={due === 0 ? t('blocked.noRows') : undefined} onClick={() => void choose('apply')}>
            {say(due === 1 ? 'applyOne' : 'apply', { count: due })}
          </BlockableButton>
        ) : (
          <Button intent={status === 'abnormal' ? 'none' : 'primary'} onClick={() => go(adminPath(resource.path))}>
            {say('backToList')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title={say('undoTitle')}
        confirm={say('undo')}
        intent="danger"
        onConfirm={() => choose('undo')}
        onCancel={() => setAsking(false)}
      >
        {say('undoText')}
      </ConfirmDialog>
    </Card>
  )
}

/** After the decision an import shows its result, at any progress. */
const getStep = ({ status, answer }: TransferInfo): number => (status === 'pending' || !answer?.import ? 2 : 3)

/** A finished import that is running again is being undone. */
function getLabel({ answer, file_name: file }: TransferInfo, say: ReturnType<typeof useMessages>): string {
  if (!answer?.import) return say('checking', { file })
  return answer.import.dry_run ? say('importing', { file }) : say('undoing')
}

function Outcome({ transfer: { status, answer } }: { transfer: TransferInfo }) {
  const { t } = useT()
  const say = useMessages()
  if (answer?.undo)
    return (
      <Callout intent={answer.undo.kept.length > 0 ? 'warning' : 'success'} icon={false} className="gap-below" role="status">
        <p>{say('undone', { count: answer.undo.undone })}</p>
        {answer.undo.kept.length > 0 && (
          <>
            <p>{say('kept', { count: answer.undo.kept.length })}</p>
            <ul>
              {answer.undo.kept.map(({ resource, id, reason }) => (
                <li key={`${resource} ${id}`}>
                  #{id}: {reason}
                </li>
              ))}
            </ul>
          </>
        )}
      </Callout>
    )
  if (status === 'canceled') return <Callout icon={false}>{say('givenUp')}</Callout>
  if (status === 'abnormal')
    return (
      <Callout intent="danger" icon={false} role="alert">
        <strong>{t('failure.import')}</strong>
        {(answer?.problem ?? [say('refusedTitle')]).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </Callout>
    )
  return null
}

/** Shows a notification when an import ends, once, and invalidates the lists. */
function useEnding(resource: ResourceInfo, transfer: TransferInfo | undefined): void {
  const { t } = useT()
  const say = useMessages()
  const before = useRef<TransferInfo['status']>(undefined)
  useEffect(() => {
    const was = before.current
    before.current = transfer?.status
    // A user who opens a finished import sees the result on the page, without a notification.
    if (!transfer || !was || was === transfer.status || isRunMoving(transfer) || transfer.status === 'pending') return
    forget(resource.name)
    const { answer, status } = transfer
    const errors = answer?.import?.errors ?? []
    if (status === 'abnormal') notify({ intent: 'danger', title: t('failure.import'), lines: answer?.problem ?? [] })
    else if (status === 'completed' && errors.length > 0) {
      const lines = errors.slice(0, 5).map((error) => `${say('row')} ${error.row}: ${error.error}`)
      notify({ intent: 'warning', title: t('failure.importSome'), lines })
    } else if (status === 'completed') notifySuccess(t('success.import'))
  }, [transfer, resource.name, t, say])
}
