import { useEffect, useState } from 'react'
import { useShop, useT } from 'stoa/store'
import type { MemberCodeView } from '../../api-types.ts'

/** Seconds before its expiry at which a code is replaced. */
const EARLY = 15
const SECOND = 1_000

/** The member code for the POS. It is renewed automatically while it is visible. */
export function MemberCode() {
  const t = useT()
  const { call, language } = useShop()
  const [open, setOpen] = useState(false)
  const [memberCode, setMemberCode] = useState<MemberCodeView | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!open) return
    let isUnmounted = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      try {
        const next = await call.get<MemberCodeView>('/api/member_code', { language })
        if (isUnmounted) return
        setMemberCode(next)
        setFailed(false)
        timer = setTimeout(() => void ask(), Math.max(EARLY, next.seconds - EARLY) * SECOND)
      } catch {
        if (!isUnmounted) setFailed(true)
      }
    }
    // Timers stop while a phone sleeps, so the code is renewed when the page becomes visible again.
    const wake = () => {
      if (document.visibilityState !== 'visible') return
      clearTimeout(timer)
      void ask()
    }
    void ask()
    document.addEventListener('visibilitychange', wake)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [open, call, language])
  return (
    <section className="account-card member-code">
      <h2>{t('loyalty.code.title')}</h2>
      <p className="muted small">{t('loyalty.code.hint')}</p>
      <button type="button" className="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(open ? 'loyalty.code.hide' : 'loyalty.code.show')}
      </button>
      {open && failed && (
        <p className="field-problem" role="alert">
          {t('loyalty.failed')}
        </p>
      )}
      {open && !failed && memberCode && (
        <figure
          className="member-code-drawing"
          aria-label={t('loyalty.code.title')}
          dangerouslySetInnerHTML={{ __html: memberCode.drawing }}
        />
      )}
    </section>
  )
}
