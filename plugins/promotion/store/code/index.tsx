import { useEffect, useRef, useState } from 'react'
import { announce, CloseIcon, failureTexts, LineEntry, useT } from 'stoa/store'
import type { CartView } from 'stoa/plugins/sales'

interface Props {
  data?: unknown
  about?: {
    cart: Pick<CartView, 'adjustments' | 'choices'>
    choose: (choices: Record<string, unknown>) => Promise<unknown>
  }
}

const getStoredCodes = (choices: CartView['choices']): string[] => {
  const codes = (choices['promotion'] as { codes?: unknown } | undefined)?.codes
  return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : []
}

/** The codes of a cart and a field for the next one. Not a `<form>`, because it is shown inside forms too. */
export default function Codes({ about }: Props) {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (open) field.current?.focus()
  }, [open])
  if (!about) return null
  const codes = getStoredCodes(about.cart.choices)
  const counts = (code: string) => about.cart.adjustments.some((off) => off.code === code.toUpperCase())

  const send = async (next: string[], done: string) => {
    setBusy(true)
    setProblem(null)
    try {
      await about.choose({ promotion: next.length > 0 ? { codes: next } : null })
      setTyped('')
      setOpen(false)
      announce(done)
    } catch (error) {
      setProblem(failureTexts(error)[0] ?? t('promotion.not_used'))
      field.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  const use = () => {
    const code = typed.trim()
    if (code === '') {
      setProblem(t('promotion.type_first'))
      field.current?.focus()
    } else if (!busy)
      void send([...codes.filter((other) => other.toUpperCase() !== code.toUpperCase()), code], t('promotion.used', { code }))
  }
  return (
    <div className="codes">
      {codes.length > 0 && (
        <ul className="codes-list" aria-label={t('promotion.codes')}>
          {codes.map((code) => (
            <li key={code} className={counts(code) ? 'code code-on' : 'code'}>
              <span>{code.toUpperCase()}</span>
              <button
                type="button"
                className="icon-button"
                aria-label={t('promotion.take_off', { code })}
                disabled={busy}
                onClick={() =>
                  void send(
                    codes.filter((other) => other !== code),
                    t('promotion.taken_off', { code }),
                  )
                }
              >
                <CloseIcon />
              </button>
            </li>
          ))}
        </ul>
      )}
      {open ? (
        <LineEntry
          label={t('promotion.code')}
          value={typed}
          onChange={(value) => {
            setTyped(value)
            setProblem(null)
          }}
          button={t('promotion.use')}
          onUse={use}
          busy={busy}
          problem={problem}
          field={field}
          input={{ maxLength: 40, autoCapitalize: 'characters' }}
        />
      ) : (
        <button type="button" className="text-button" onClick={() => setOpen(true)}>
          {t(codes.length > 0 ? 'promotion.another' : 'promotion.have')}
        </button>
      )}
      {problem && !open && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
