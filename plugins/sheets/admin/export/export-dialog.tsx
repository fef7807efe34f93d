import { Button, Callout, Checkbox, Dialog, DialogBody, DialogFooter, HTMLSelect, Radio, RadioGroup } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  BlockableButton,
  download,
  failureLines,
  inSentence,
  isRunMoving,
  type ListActionProps,
  notify,
  notifyFailure,
  notifySuccess,
  useT,
} from 'stoa/admin'
import { useMessages } from '../messages.ts'
import { beginExport, columnsQuery, transferQuery, type TransferRequest } from '../transfer-api.ts'
import { UnderWay } from '../run-progress.tsx'
import '../transfer.css'

type ExportScope = 'page' | 'selected' | 'all'

/** Asks which records and columns to export, starts the export, and downloads the file when it is ready. */
export default function ExportDialog({ resource, state, rows, selected, close }: ListActionProps & { close: () => void }) {
  const { t, language } = useT()
  const say = useMessages()
  const [scope, setWhich] = useState<ExportScope>(selected.size > 0 ? 'selected' : 'all')
  const [format, setFormat] = useState('xlsx')
  const [columns, setColumns] = useState<ReadonlySet<string> | null>(null)
  const availableColumns = useQuery(columnsQuery(resource.name, language))
  const [id, setId] = useState<number>()
  const { data: transfer } = useQuery({ ...transferQuery(id ?? 0), enabled: id !== undefined })
  const fetched = useRef(false)

  useEffect(() => {
    if (!transfer || isRunMoving(transfer) || fetched.current) return
    fetched.current = true
    if (transfer.status === 'completed') {
      void download(`transfer/${transfer.id}/file`, {}, transfer.file_name).catch((error: unknown) =>
        notifyFailure(t('failure.export'), error),
      )
      notifySuccess(transfer.file_name, [say('exportDone', { count: transfer.answer?.rows ?? 0 })])
    } else notify({ intent: 'warning', title: t('failure.export'), lines: transfer.answer?.problem ?? [] })
    close()
  }, [transfer, close, say, t])

  const begin = async () => {
    const { q, sort, filters } = state
    const request: TransferRequest = {
      format,
      ...(scope === 'all' ? { query: { q, sort, ...filters } } : {}),
      ...(scope === 'page' ? { ids: rows?.data.map((row) => row.id) ?? [] } : {}),
      ...(scope === 'selected' ? { ids: [...selected] } : {}),
      ...(columns ? { columns: [...columns] } : {}),
    }
    try {
      setId((await beginExport(resource.name, language, request)).id)
    } catch (error) {
      notify({ intent: 'warning', title: t('failure.export'), lines: failureLines(error) })
    }
  }
  const tick = (name: string) => {
    const next = new Set(columns ?? availableColumns.data?.map((c) => c.name))
    if (!next.delete(name)) next.add(name)
    setColumns(next)
  }
  return (
    <Dialog isOpen onClose={close} title={say('exportTitle', { things: inSentence(resource.plural) })} className="export-dialog">
      <DialogBody>
        {transfer ? (
          <UnderWay id={transfer.id} label={say('writing')} />
        ) : (
          <>
            <RadioGroup label={say('which')} selectedValue={scope} onChange={(event) => setWhich(event.currentTarget.value as ExportScope)}>
              <Radio value="page" label={say('exportPage')} disabled={!rows?.data.length} />
              <Radio value="selected" label={say('exportSelected', { count: selected.size })} disabled={selected.size === 0} />
              <Radio value="all" label={say('exportAll', { count: rows?.total ?? 0 })} />
            </RadioGroup>
            <fieldset className="export-columns">
              <legend>{say('columns')}</legend>
              {availableColumns.isError && (
                <Callout intent="danger" icon={false}>
                  {failureLines(availableColumns.error).join(' ')}
                </Callout>
              )}
              <Checkbox
                label={say('allColumns')}
                checked={columns === null || columns.size === availableColumns.data?.length}
                indeterminate={columns !== null && columns.size > 0 && columns.size !== availableColumns.data?.length}
                onChange={(event) => setColumns(event.currentTarget.checked ? null : new Set())}
              />
              <div className="export-column-list">
                {availableColumns.data?.map(({ name, label }) => (
                  <Checkbox key={name} label={label} checked={columns?.has(name) ?? true} onChange={() => tick(name)} />
                ))}
              </div>
            </fieldset>
            <label className="export-format">
              {say('format')}{' '}
              <HTMLSelect value={format} onChange={(event) => setFormat(event.target.value)} options={['xlsx', 'csv', 'json', 'ndjson']} />
            </label>
          </>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          transfer ? (
            <Button onClick={close}>{say('close')}</Button>
          ) : (
            <>
              <Button onClick={close}>{t('common.cancel')}</Button>
              <BlockableButton
                intent="primary"
                blockedBy={columns?.size === 0 ? t('blocked.choice') : undefined}
                onClick={() => void begin()}
              >
                {say('start')}
              </BlockableButton>
            </>
          )
        }
      >
        {!transfer && columns?.size === 0 && <span role="alert">{say('noSelection')}</span>}
        {!transfer && columns?.size !== 0 && <a href="/admin/transfer">{say('earlier')}</a>}
      </DialogFooter>
    </Dialog>
  )
}
