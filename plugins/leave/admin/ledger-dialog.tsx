import { Button, Dialog, DialogBody, DialogFooter, Spinner } from '@blueprintjs/core'
import { Day, useAnswer } from 'stoa/admin'
import type { LedgerRows } from '../api-types.ts'
import { useDaysText, useMessages } from './messages.ts'
import './leave.css'

interface LedgerDialogProps {
  /** Name of the leave type. */
  type: string
  /** API path of the rows. */
  path: string
  close: () => void
}

/** The ledger rows behind a balance, newest first. */
export function LedgerDialog({ type, path, close }: LedgerDialogProps) {
  const say = useMessages()
  return (
    <Dialog isOpen title={say('rows_title', { type })} onClose={close}>
      <DialogBody>
        <LedgerList path={path} />
      </DialogBody>
      <DialogFooter actions={<Button onClick={close}>{say('close')}</Button>} />
    </Dialog>
  )
}

function LedgerList({ path }: { path: string }) {
  const say = useMessages()
  const daysText = useDaysText()
  const rows = useAnswer<LedgerRows>(path)
  if (!rows) return <Spinner aria-label={say('loading')} />
  return (
    <>
      <p>
        {say('rows_balance', { date: rows.date })} <strong className="num">{daysText(rows.days)}</strong>
      </p>
      {rows.data.length === 0 ? <p className="quiet">{say('rows_none')}</p> : null}
      <ul className="leave-rows">
        {rows.data.map((row) => (
          <li key={row.id} className={row.is_valid ? '' : 'quiet'}>
            <div>
              <strong>{say(`kind_${row.kind}`)}</strong>
              {row.note === '' ? null : <span className="leave-note">{row.note}</span>}
              <span className="small quiet">
                {row.valid_to !== null && row.valid_to < row.valid_from ? (
                  <Day value={row.created_at} />
                ) : (
                  <>
                    <Day value={row.valid_from} /> – {row.valid_to === null ? '∞' : <Day value={row.valid_to} />}
                  </>
                )}
                {row.is_valid ? null : ` · ${say('not_valid')}`}
              </span>
            </div>
            <span className="num">{row.days > 0 ? `+${row.days}` : row.days}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
