import { Button, Callout, Dialog, DialogBody, InputGroup } from '@blueprintjs/core'
import { api, ApiError, BlockableButton, failureLines, notifySuccess } from '#admin'
import { useId, useState, type SyntheticEvent } from 'react'
import { formatMoney, parseMoney, smallestAmount } from '../../../../core/money.ts'
import type { Counted, Report, Till } from '../../wire.ts'
import { type Drawer, keptDrawer } from '../engine/db.ts'
import { useFigures } from '../engine/figures.ts'
import { sendWaiting } from '../engine/queue.ts'
import { amountOf } from '../engine/amount.ts'
import { useTexts } from '../texts.ts'
import { MoneyField } from './money-field.tsx'
import { ReportView } from './report.tsx'

/** Notes and coins people count by their pieces, in cents: of a currency without decimals no parts of a unit, and larger notes. */
const PIECES = [100_000, 50_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10]
const piecesOf = (currency: string): readonly number[] =>
  smallestAmount(currency) === 1 ? PIECES : [1_000_000, 500_000, 200_000, ...PIECES.filter((piece) => piece >= smallestAmount(currency))]

interface Props {
  till: Till
  drawer: Drawer
  device: string
  onClosed: () => void
  onClose: () => void
}

/** Counts the drawer without being told what should lie in it, then says what differs, and closes. */
export function CloseTill({ till, drawer, device, onClosed, onClose }: Props) {
  const say = useTexts()
  const figure = useFigures()
  const id = useId()
  const [pieces, setPieces] = useState<Readonly<Record<number, string>>>({})
  const [typed, setTyped] = useState('')
  const [counted, setCounted] = useState<Counted>()
  const [reason, setReason] = useState('')
  const [report, setReport] = useState<Report>()
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const counts = piecesOf(till.currency)
  const sum = counts.reduce((all, piece) => all + piece * Number(pieces[piece] || 0), 0)
  const total = sum > 0 ? formatMoney(sum) : amountOf(typed)
  const path = `store/${till.store.id}/session/${drawer.session}`
  const attempt = async (run: () => Promise<void>) => {
    setBusy(true)
    setWrong([])
    setMissing(false)
    try {
      await run()
    } catch (error) {
      setWrong(failureLines(error))
      setMissing(error instanceof ApiError && error.code === 'TICKETS_MISSING')
    }
    setBusy(false)
  }
  const count = (without_missing: boolean) => {
    if (total === undefined) return
    void attempt(async () => {
      await sendWaiting()
      const now = (await keptDrawer(till.store.id)) ?? drawer
      setCounted(
        await api<Counted>(`${path}/count`, {
          method: 'POST',
          body: { counted: total, device, last: now.last, unused: now.unused, without_missing },
        }),
      )
    })
  }
  const submitCount = (event: SyntheticEvent) => {
    event.preventDefault()
    count(false)
  }
  const close = (event: SyntheticEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const { status } = await api<{ status: string }>(`${path}/close`, { method: 'POST', body: { reason } })
      setReport(await api<Report>(`${path}/report`))
      notifySuccess(status === 'completed' ? say('closed') : say('closedDoubt'))
    })
  }
  const resume = () =>
    attempt(async () => {
      await api(`${path}/resume`, { method: 'POST' })
      onClose()
    })
  const differs = counted !== undefined && parseMoney(counted.difference) !== 0
  const leave = report ? onClosed : counted ? () => void resume() : onClose
  return (
    <Dialog
      isOpen
      onClose={leave}
      canOutsideClickClose={false}
      title={report ? say('reportZ') : say('close')}
      className="till-dialog is-wide"
    >
      {report ? (
        <>
          <DialogBody>
            <ReportView till={till} report={report} />
          </DialogBody>
          <div className="till-bar">
            <Button size="large" className="phone-button" icon="print" onClick={() => window.print()}>
              {say('printReport')}
            </Button>
            <Button size="large" className="phone-button till-main" intent="primary" autoFocus onClick={onClosed}>
              {say('doneClosing')}
            </Button>
          </div>
        </>
      ) : (
        <form onSubmit={counted ? close : submitCount}>
          <DialogBody>
            {counted ? (
              <dl className="till-facts">
                <div>
                  <dt>{say('expected')}</dt>
                  <dd className="num">{figure(counted.expected)}</dd>
                </div>
                <div>
                  <dt>{say('counted')}</dt>
                  <dd className="num">{figure(counted.counted)}</dd>
                </div>
                <div className={differs ? 'is-bad' : 'is-good'}>
                  <dt>{say('difference')}</dt>
                  <dd className="num">{figure(counted.difference)}</dd>
                </div>
              </dl>
            ) : (
              <>
                <p className="quiet">{say('closeLead')}</p>
                <div className="till-pieces">
                  {counts.map((piece) => (
                    <label key={piece} htmlFor={`${id}-${piece}`}>
                      <span className="num">{say('pieces', { amount: formatMoney(piece).replace(/\.00$/, '') })}</span>
                      <input
                        id={`${id}-${piece}`}
                        className="bp6-input num"
                        inputMode="numeric"
                        value={pieces[piece] ?? ''}
                        onChange={({ target: { value } }) => {
                          if (/^\d{0,4}$/.test(value)) setPieces((now) => ({ ...now, [piece]: value }))
                        }}
                      />
                    </label>
                  ))}
                </div>
                {sum > 0 ? (
                  <p className="till-due">
                    <span>{say('counted')}</span>
                    <strong className="num">{figure(sum)}</strong>
                  </p>
                ) : (
                  <MoneyField id={`${id}-sum`} label={say('counted')} value={typed} onChange={setTyped} />
                )}
              </>
            )}
            {counted && !differs && <Callout intent="success">{say('noDifference')}</Callout>}
            {counted && differs && (
              <div className="till-field">
                <label htmlFor={`${id}-why`}>{say('reason')}</label>
                <InputGroup id={`${id}-why`} size="large" autoFocus value={reason} maxLength={500} onValueChange={setReason} />
              </div>
            )}
            {wrong.length > 0 && (
              <Callout intent="danger" icon={false} role="alert">
                {missing && till.may.settle ? (
                  <>
                    <p>{wrong.join(' ')}</p>
                    <Button className="phone-button" disabled={busy} onClick={() => count(true)}>
                      {say('countWithout')}
                    </Button>
                  </>
                ) : (
                  wrong.join(' ')
                )}
              </Callout>
            )}
          </DialogBody>
          <div className="till-bar">
            <Button size="large" className="phone-button" disabled={busy} onClick={leave}>
              {counted ? say('goOn') : say('cancel')}
            </Button>
            <BlockableButton
              size="large"
              className="phone-button till-main"
              intent="primary"
              type="submit"
              loading={busy}
              blockedBy={!counted && total === undefined ? say('enterAmount') : undefined}
            >
              {counted ? say('closeNow') : say('count')}
            </BlockableButton>
          </div>
        </form>
      )}
    </Dialog>
  )
}
