import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { CopyText, failureTexts, RichText, useMoney, useShop, useT } from 'stoa/store'
import { numbersIn } from '../../domain/numbers.ts'
import type { Claim, PaymentAction, Transfer } from '../../api-types.ts'

/** Props from the host page: the next step, and whether a form submits automatically. */
interface About {
  action: PaymentAction | null
  auto?: boolean
}

/** A form posted to the payment page: automatically if allowed, and always with a button. */
function PostForm({ action, auto }: { action: Extract<PaymentAction, { type: 'form_post' }>; auto: boolean }) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (auto) form.current?.submit()
  }, [auto])
  return (
    <form ref={form} method="post" action={action.url}>
      {Object.entries(action.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p>{t('payments.step.leaving')}</p>
      <button type="submit" className="button button-main">
        {t('payments.step.continue')}
      </button>
    </form>
  )
}

/** The button "I have paid", for methods without notifications. */
function SayPaid({ claim }: { claim: Claim }) {
  const { t, call } = useShop()
  const [state, setState] = useState<'open' | 'busy' | 'said'>('open')
  const [problem, setProblem] = useState('')
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const note = String(new FormData(event.currentTarget).get('note') ?? '')
    setState('busy')
    setProblem('')
    try {
      await call.post('/api/payment/claim', { ...claim, note })
      setState('said')
    } catch (error) {
      setProblem(failureTexts(error)[0] ?? t('shell.get_data_fail'))
      setState('open')
    }
  }
  if (state === 'said') return <output className="note">{t('payments.step.said')}</output>
  return (
    <form className="pay-claim" onSubmit={(event) => void send(event)}>
      <div className="field">
        <label htmlFor={`note-${claim.reference}`}>{t('payments.step.note')}</label>
        <input id={`note-${claim.reference}`} name="note" maxLength={200} autoComplete="off" />
      </div>
      {problem && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" className="button" disabled={state === 'busy'} aria-busy={state === 'busy'}>
        {t('payments.step.paid')}
      </button>
    </form>
  )
}

/** Content of the code as text, for payers who read it on the phone they pay with. */
function TransferFacts({ transfer }: { transfer: Transfer }) {
  const t = useT()
  const money = useMoney()
  const facts: [string, string][] = [
    [t('payments.step.to'), transfer.to],
    [t('payments.step.payee'), transfer.name],
    [t('payments.step.amount'), money(transfer.amount, transfer.currency)],
    [t('payments.step.reference'), transfer.reference],
  ]
  return (
    <dl className="pay-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Copy buttons for the numbers in the text above. */
function Copies({ html }: { html: string }) {
  return (
    <div className="pay-copies">
      {numbersIn(html).map((number) => (
        <CopyText key={number} text={number} />
      ))}
    </div>
  )
}

/** The payer's next step. Order and booking pages show it at the slot `payment.step`. */
export default function PayStep({ about }: { data?: unknown; about?: About }) {
  const t = useT()
  const action = about?.action
  if (!action || action.type === 'none') return null
  if (action.type === 'form_post') return <PostForm action={action} auto={about.auto ?? false} />
  if (action.type !== 'instructions')
    return (
      <a className="button button-main" href={action.url}>
        {t('payments.step.continue')}
      </a>
    )
  return (
    <>
      {action.html && <RichText html={action.html} />}
      {action.html && <Copies html={action.html} />}
      {action.qr && <img className="pay-qr" alt={t('payments.step.qr')} src={`data:image/svg+xml;utf8,${encodeURIComponent(action.qr)}`} />}
      {action.transfer && <TransferFacts transfer={action.transfer} />}
      {action.claim && <SayPaid claim={action.claim} />}
    </>
  )
}
