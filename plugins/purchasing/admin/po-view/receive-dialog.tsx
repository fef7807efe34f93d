import { Button, Callout, Checkbox, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { useId, useRef, useState, type SyntheticEvent } from 'react'
import { ApiError, fieldErrors, notifyFailure, notifySuccess, useT, postOnce } from 'stoa/admin'
import type { PoView } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { emptyCount, type Count, toLines } from './counts.ts'
import { ReceiveLine } from './receive-line.tsx'

interface Props {
  order: PoView
  close: () => void
  done: () => void
}

/** Counts a delivery: accepted and rejected quantity by line, with expiry date and lot where the item has them. */
export function ReceiveDialog({ order, close, done }: Props) {
  const say = useMessages()
  const { t } = useT()
  const form = useId()
  // Idempotency key for the lifetime of the dialog, against double clicks and retries.
  const key = useRef(crypto.randomUUID())
  const [counts, setCounts] = useState<Count[]>(() => order.lines.filter((l) => l.open > 0).map((l) => emptyCount(l.id)))
  const [note, setNote] = useState('')
  const [over, setOver] = useState<boolean>()
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [busy, setBusy] = useState(false)

  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBusy(true)
    setErrors({})
    try {
      const body = { delivery_note: note, lines: toLines(counts), ...(over ? { over } : {}) }
      const { number } = await postOnce<{ number: string }>(`po/${order.id}/receipt`, body, key.current)
      notifySuccess(say('posted'), [number])
      done()
      close()
    } catch (error) {
      // A corrected request is a new delivery, so it needs a new key.
      key.current = crypto.randomUUID()
      setErrors(fieldErrors(error))
      if (error instanceof ApiError && error.code === 'OVER_RECEIPT') setOver(over ?? false)
      notifyFailure(say('postFail'), error, (field) => getName(order, counts, field) ?? field)
      setBusy(false)
    }
  }
  const all = () =>
    setCounts(
      order.lines
        .filter((l) => l.open > 0)
        .map((l) => ({ ...(counts.find((c) => c.line === l.id) ?? emptyCount(l.id)), accepted: String(l.open) })),
    )
  return (
    <Dialog
      isOpen
      onClose={close}
      title={say('receiveTitle', { number: order.number })}
      canOutsideClickClose={false}
      className="po-receive"
    >
      <form onSubmit={(event) => void send(event)}>
        <DialogBody>
          <div className="po-receive-head">
            <FormGroup label={say('deliveryNote')} labelFor={`${form}-note`}>
              <InputGroup id={`${form}-note`} maxLength={100} value={note} onValueChange={setNote} />
            </FormGroup>
            <Button onClick={all}>{say('allCame')}</Button>
          </div>
          {counts.map((count, i) => {
            const line = order.lines.find((l) => l.id === count.line)
            if (!line) return null
            return (
              <ReceiveLine
                // An order line may occur with several lots, so its id is not a key.
                // oxlint-disable-next-line react/no-array-index-key
                key={i}
                line={line}
                count={count}
                again={counts.findIndex((c) => c.line === count.line) !== i}
                errors={Object.fromEntries(
                  Object.entries(errors).flatMap(([k, v]) => (k.startsWith(`lines.${i}.`) ? [[k.split('.')[2], v]] : [])),
                )}
                change={(next) => setCounts(counts.map((c, at) => (at === i ? { ...c, ...next } : c)))}
                split={() => setCounts(counts.toSpliced(i + 1, 0, emptyCount(count.line)))}
                drop={() => setCounts(counts.toSpliced(i, 1))}
              />
            )
          })}
          {over !== undefined && (
            <Callout compact intent="warning">
              <Checkbox checked={over} label={say('keepOver')} onChange={(event) => setOver(event.currentTarget.checked)} />
            </Callout>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={close}>{t('common.cancel')}</Button>
              <Button type="submit" intent="primary" loading={busy}>
                {say('post')}
              </Button>
            </>
          }
        />
      </form>
    </Dialog>
  )
}

/** The item of an invalid field. */
function getName(order: PoView, counts: readonly Count[], field: string): string | undefined {
  const at = /^lines\.(\d+)\./.exec(field)?.[1]
  const line = at === undefined ? undefined : order.lines.find((l) => l.id === counts[Number(at)]?.line)
  return line && [line.name, line.options].filter(Boolean).join(' – ')
}
