import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { amountText, api, Money, Moment, notifyFailure, notifySuccess, StatusTag, useSession } from 'stoa/admin'
import { formatMoney } from 'stoa/money'
import type { AttemptView } from '../../admin-api-types.ts'
import { useMessages } from '../messages.ts'
import { AskDialog, type DialogField } from './ask-dialog.tsx'
import { getSum } from './figures.tsx'

type Doing = 'approve' | 'reject' | 'refund' | 'capture' | 'void' | { sent: number }

/** Sends an action on an attempt. */
const post = (path: string, body: object) => api(path, { method: 'POST', body })

/** An attempt with its transactions and staff actions. `refunds`: refunds are available here. */
export function Attempt({ attempt: p, refresh, refunds }: { attempt: AttemptView; refresh: () => void; refunds: boolean }) {
  const say = useMessages()
  const { me } = useSession()
  const may = (permission: string) => me.role.permission_list.includes(permission)
  const [doing, setDoing] = useState<Doing>()
  const [asking, setAsking] = useState(false)
  const ask = async () => {
    setAsking(true)
    try {
      await post(`payment/${p.id}/query`, {})
      notifySuccess(say('asked'))
      refresh()
    } catch (error) {
      notifyFailure(say('failed'), error)
    } finally {
      setAsking(false)
    }
  }
  const inReview = p.status === 'payment_review' && !p.held
  const isGateway = !['offline', 'fps', 'free'].includes(p.method.provider)
  const received = p.transactions.some((t) => t.kind === 'capture')
  const waiting = p.refunds.filter((r) => r.status !== 'completed' && !r.moot)
  return (
    <article className="payment-attempt" aria-label={p.reference}>
      <p className="payment-attempt-head">
        <strong>{p.method.title}</strong> <StatusTag word={p.status} />
      </p>
      <p>
        <Money value={p.amount} currency={p.currency} />
        {/* Shown for gateways only; a bank transfer or payment in person has no such reference. */}
        {isGateway && <span className="num quiet small"> {p.reference}</span>}
      </p>
      {p.message && <p className="quiet small">{p.message}</p>}
      {p.transactions.length + waiting.length > 0 && (
        <ul className="payment-lines">
          {p.transactions.map((t) => (
            <li key={`${t.kind} ${t.at} ${t.reference}`}>
              <span>{say(t.kind === 'refund' ? 'refundKind' : (t.kind as 'capture'))}</span>
              <Money value={t.amount} currency={t.currency} />
              <span className="quiet small">
                {/* Job names are internal and not shown. */}
                <Moment value={t.at} /> · {t.who.includes('/') ? say('itself') : t.who}
              </span>
              {t.reference && <span className="num quiet small">{t.reference}</span>}
            </li>
          ))}
          {waiting.map((r) => (
            <li key={r.id}>
              <span className="beside-status">
                <span>{say('refund')}</span>
                <StatusTag word={r.status} />
              </span>
              <Money value={r.amount} currency={p.currency} />
              <span className="quiet small">
                <Moment value={r.at} />
                {[r.reason, r.message || (r.by_hand ? say('byHand') : '')].filter(Boolean).map((text) => ` · ${text}`)}
              </span>
              {(r.by_hand || r.status === 'abnormal') && may('refund payment') && (
                <Button size="small" onClick={() => setDoing({ sent: r.id })}>
                  {say('sent')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {p.proofs.map((f) => (
        <figure key={f.id} className="payment-proof">
          <figcaption>
            {/* Once paid, the proof need not be reviewed. */}
            {say('proof')} {!(received && f.status === 'pending') && <StatusTag word={f.status} />}{' '}
            {f.note && <span className="quiet small">{f.note}</span>}
          </figcaption>
          {f.file && (
            <a href={f.file.url} target="_blank" rel="noreferrer">
              {f.file.mime.startsWith('image/') ? <img src={f.file.url} alt={say('proof')} /> : f.file.name}
            </a>
          )}
        </figure>
      ))}
      <div className="payment-actions">
        {p.held && may('capture payment') && (
          <Button intent="success" size="small" onClick={() => setDoing('capture')}>
            {say('take')}
          </Button>
        )}
        {p.held && may('void payment') && (
          <Button intent="danger" variant="outlined" size="small" onClick={() => setDoing('void')}>
            {say('letGo')}
          </Button>
        )}
        {inReview && may('approve payment') && (
          <>
            <Button intent="success" size="small" onClick={() => setDoing('approve')}>
              {say('approve')}
            </Button>
            <Button intent="danger" variant="outlined" size="small" onClick={() => setDoing('reject')}>
              {say('reject')}
            </Button>
          </>
        )}
        {isGateway && may('query payment') && (
          <Button size="small" loading={asking} onClick={() => void ask()}>
            {say('query')}
          </Button>
        )}
        {refunds && received && p.status !== 'refunded' && may('refund payment') && (
          <Button size="small" onClick={() => setDoing('refund')}>
            {say('refund')}
          </Button>
        )}
      </div>
      {doing && <Dialogs attempt={p} doing={doing} refresh={refresh} close={() => setDoing(undefined)} />}
    </article>
  )
}

/** Amount of an attempt that is neither refunded nor being refunded. */
function getLeft({ transactions, refunds }: AttemptView): string {
  const came = transactions.filter(({ kind }) => kind === 'capture')
  const outgoing = [
    ...transactions.filter(({ kind }) => kind === 'refund' || kind === 'chargeback'),
    ...refunds.filter(({ status }) => status === 'pending' || status === 'process'),
  ]
  return formatMoney(Math.max(0, getSum(came) - getSum(outgoing)))
}

interface DialogsProps {
  attempt: AttemptView
  doing: Doing
  refresh: () => void
  close: () => void
}

function Dialogs({ attempt: p, doing, refresh, close }: DialogsProps) {
  const say = useMessages()
  // One idempotency key per dialog: a retry is no second refund, but the next dialog is.
  const [key] = useState(() => crypto.randomUUID())
  const then = async (run: Promise<unknown>) => {
    await run
    refresh()
  }
  const reason: DialogField = { name: 'reason', label: say('reason'), required: true }
  const shared = { close }
  if (doing === 'approve')
    return (
      <AskDialog
        {...shared}
        title={say('approveTitle')}
        text={say('approveText')}
        confirm={say('approve')}
        intent="success"
        fields={[{ name: 'reference', label: say('bankReference') }]}
        send={(values) => then(post(`payment/${p.id}/approve`, values))}
      />
    )
  if (doing === 'reject')
    return (
      <AskDialog
        {...shared}
        title={say('rejectTitle')}
        text={say('rejectText')}
        confirm={say('reject')}
        intent="danger"
        fields={[reason]}
        send={(values) => then(post(`payment/${p.id}/reject`, values))}
      />
    )
  if (doing === 'capture' || doing === 'void')
    return (
      <AskDialog
        {...shared}
        title={say(doing === 'capture' ? 'takeTitle' : 'letGoTitle', { amount: amountText(p.amount, p.currency) })}
        text={say(doing === 'capture' ? 'takeText' : 'letGoText')}
        confirm={say(doing === 'capture' ? 'take' : 'letGo')}
        intent={doing === 'capture' ? 'success' : 'danger'}
        fields={[]}
        send={() => then(post(`payment/${p.id}/${doing}`, {}))}
      />
    )
  if (doing === 'refund')
    return (
      <AskDialog
        {...shared}
        title={say('refundTitle')}
        text={say('refundText')}
        confirm={say('refund')}
        intent="warning"
        fields={[{ name: 'amount', label: `${say('amount')} (${p.currency})`, value: getLeft(p), required: true }, reason]}
        send={(values) => then(post(`payment/${p.id}/refund`, { ...values, key: `staff-${key}` }))}
      />
    )
  return (
    <AskDialog
      {...shared}
      title={say('sentTitle')}
      text={say('sentText')}
      confirm={say('sent')}
      intent="success"
      fields={[]}
      send={() => then(post(`payment/refund/${doing.sent}/sent`, {}))}
    />
  )
}
