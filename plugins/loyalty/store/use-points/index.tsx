import { useEffect, useState } from 'react'
import { announce, failureTexts, LineEntry, useMoney, useShop, useT, wholeNumber } from 'stoa/store'
import type { CartView } from 'stoa/plugins/sales'
import type { PointsView } from '../../api-types.ts'

interface Props {
  data?: unknown
  about?: {
    cart: Pick<CartView, 'adjustments' | 'choices'>
    choose: (choices: Record<string, unknown>) => Promise<unknown>
  }
}

const getUsedPoints = (choices: CartView['choices']): number => Number((choices['points'] as { use?: unknown } | undefined)?.use ?? 0)

/** Lets the signed-in customer pay for a cart with points. Not a `<form>`, because it is shown inside forms too. */
export default function UsePoints({ about }: Props) {
  const t = useT()
  const money = useMoney()
  const { call, language, bootstrap } = useShop()
  const [points, setPoints] = useState<PointsView | null>(null)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (!bootstrap.signedIn) return
    let isUnmounted = false
    // The widget is optional, so a failed request is ignored.
    call
      .get<PointsView>('/api/points/balance', { language })
      .then((balance) => isUnmounted || setPoints(balance))
      .catch(() => undefined)
    return () => {
      isUnmounted = true
    }
  }, [call, language, bootstrap.signedIn])
  if (!about || !points) return null
  const used = getUsedPoints(about.cart.choices)
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
  return (
    <div className="loyalty-use">
      {used > 0 ? (
        <button type="button" className="text-button" aria-busy={busy} onClick={() => void send(0, t('loyalty.use.none'))}>
          {t('loyalty.use.none')}
        </button>
      ) : (
        <>
          <p className="small">{t('loyalty.use.have', { count: points.spendable, worth: money(points.worth) })}</p>
          <LineEntry
            label={t('loyalty.use.label')}
            value={typed}
            onChange={(value) => {
              setTyped(value)
              setProblem(null)
            }}
            button={t('loyalty.use.use')}
            onUse={use}
            busy={busy}
            problem={problem}
            input={{ maxLength: 9, inputMode: 'numeric' }}
          />
          <button
            type="button"
            className="text-button"
            onClick={() => void send(points.spendable, t('loyalty.use.used', { count: points.spendable }))}
          >
            {t('loyalty.use.all')}
          </button>
        </>
      )}
      {problem && used > 0 && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
