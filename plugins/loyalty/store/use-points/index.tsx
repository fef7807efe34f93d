import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { announce, failureTexts, useMoney, useShop, useT, wholeNumber } from '#store'
import type { CartView } from '../../../sales/wire.ts'
import type { Membership } from '../../wire.ts'

interface Props {
  data?: unknown
  about?: {
    cart: Pick<CartView, 'adjustments' | 'choices'>
    choose: (choices: Record<string, unknown>) => Promise<unknown>
  }
}

const keptIn = (choices: CartView['choices']): number => Number((choices['points'] as { use?: unknown } | undefined)?.use ?? 0)

/** Points of whoever signed in, for what lies in the cart. It stands in forms too, so it is none itself. */
export default function UsePoints({ about }: Props) {
  const t = useT()
  const money = useMoney()
  const id = useId()
  const { call, language, bootstrap } = useShop()
  const [points, setPoints] = useState<Membership['points']>(null)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (!bootstrap.signedIn) return
    let gone = false
    // Without points there is nothing to offer, and what is asked for nothing says nothing.
    call
      .get<Membership>('/api/membership_tier', { language })
      .then((membership) => gone || setPoints(membership.points))
      .catch(() => undefined)
    return () => {
      gone = true
    }
  }, [call, language, bootstrap.signedIn])
  if (!about || !points) return null
  const used = keptIn(about.cart.choices)
  if (used === 0 && (points.spendable <= 0 || Number(points.worth) <= 0)) return null

  const send = async (use: number, done: string) => {
    setBusy(true)
    setProblem(null)
    try {
      await about.choose({ points: use > 0 ? { use } : null })
      setTyped('')
      announce(done)
    } catch (error) {
      setProblem(failureTexts(error)[0] ?? t('loyalty.use.failed'))
    } finally {
      setBusy(false)
    }
  }
  const use = () => {
    const count = wholeNumber(typed)
    if (busy) return
    if (!count) setProblem(t('loyalty.use.type_first'))
    else void send(count, t('loyalty.use.used', { count }))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    use()
  }
  return (
    <div className="loyalty-use">
      {used > 0 ? (
        <button type="button" className="text-button" aria-busy={busy} onClick={() => void send(0, t('loyalty.use.none'))}>
          {t('loyalty.use.none')}
        </button>
      ) : (
        <>
          <p className="small">{t('loyalty.use.have', { count: points.spendable, worth: money(points.worth) })}</p>
          <label htmlFor={id}>{t('loyalty.use.label')}</label>
          <div className="loyalty-use-row">
            <input
              id={id}
              value={typed}
              inputMode="numeric"
              maxLength={9}
              autoComplete="off"
              enterKeyHint="done"
              aria-invalid={problem !== null}
              aria-describedby={problem ? `${id}-problem` : undefined}
              onChange={(event) => {
                setTyped(event.target.value)
                setProblem(null)
              }}
              onKeyDown={press}
            />
            <button type="button" className="button" aria-busy={busy} onClick={use}>
              {t('loyalty.use.use')}
            </button>
          </div>
          <button
            type="button"
            className="text-button"
            onClick={() => void send(points.spendable, t('loyalty.use.used', { count: points.spendable }))}
          >
            {t('loyalty.use.all')}
          </button>
        </>
      )}
      {problem && (
        <p className="field-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
