import { Button, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { useId, useRef, useState, type SyntheticEvent } from 'react'
import { BlockableButton, notifyFailure, notifySuccess, postOnce, useT } from 'stoa/admin'
import type { PoReceipt, PoView } from '../../api-types.ts'
import { useMessages } from '../messages.ts'

interface Props {
  order: PoView
  receipt: PoReceipt
  close: () => void
  done: () => void
}

/** Corrects a receipt by a new receipt with negative quantities. */
export function CorrectDialog({ order, receipt, close, done }: Props) {
  const say = useMessages()
  const { t } = useT()
  const form = useId()
  const key = useRef(crypto.randomUUID())
  const [back, setBack] = useState<Record<number, { accepted: string; rejected: string }>>({})
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const lines = receipt.lines.filter((l) => l.accepted > 0 || l.rejected > 0)
  const getCorrection = (id: number) => back[id] ?? { accepted: '', rejected: '' }
  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const { number } = await postOnce<{ number: string }>(
        `po/${order.id}/receipt`,
        {
          lines: lines.map((l) => ({
            po_line_id: l.po_line_id,
            accepted: -Math.abs(Number(getCorrection(l.id).accepted) || 0),
            rejected: -Math.abs(Number(getCorrection(l.id).rejected) || 0),
            ...(l.expiry_date ? { expiry_date: l.expiry_date } : {}),
            ...(l.lot_code ? { lot_code: l.lot_code } : {}),
            reason,
          })),
        },
        key.current,
      )
      notifySuccess(say('takenBack'), [number])
      done()
      close()
    } catch (error) {
      key.current = crypto.randomUUID()
      notifyFailure(say('postFail'), error, (field) => lines[Number(/^lines\.(\d+)\./.exec(field)?.[1])]?.name ?? field)
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen onClose={close} title={say('takeBackTitle', { number: receipt.number })} canOutsideClickClose={false}>
      <form onSubmit={(event) => void send(event)}>
        <DialogBody>
          <p>{say('takeBackText')}</p>
          {lines.map((line) => (
            <fieldset key={line.id} className="po-count">
              <legend>
                {line.name} <span className="quiet small">{[line.sku, line.lot_code, line.expiry_date].filter(Boolean).join(' · ')}</span>
              </legend>
              <div className="po-count-fields">
                {(['accepted', 'rejected'] as const).map(
                  (part) =>
                    line[part] > 0 && (
                      <FormGroup
                        key={part}
                        label={say(part === 'accepted' ? 'backOf' : 'backRejected', { count: line[part] })}
                        labelFor={`${form}-${line.id}-${part}`}
                      >
                        <InputGroup
                          id={`${form}-${line.id}-${part}`}
                          inputMode="numeric"
                          className="num"
                          value={getCorrection(line.id)[part]}
                          onValueChange={(next) => setBack({ ...back, [line.id]: { ...getCorrection(line.id), [part]: next } })}
                        />
                      </FormGroup>
                    ),
                )}
              </div>
            </fieldset>
          ))}
          <FormGroup label={say('reason')} labelFor={`${form}-reason`}>
            <InputGroup id={`${form}-reason`} required maxLength={500} value={reason} onValueChange={setReason} />
          </FormGroup>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={close}>{t('common.cancel')}</Button>
              <BlockableButton
                type="submit"
                intent="danger"
                loading={busy}
                blockedBy={reason.trim() === '' ? t('blocked.reason') : undefined}
              >
                {say('takeBack')}
              </BlockableButton>
            </>
          }
        />
      </form>
    </Dialog>
  )
}
