import { Tick } from '@blueprintjs/icons'
import { useMessages } from '../messages.ts'

const steps = ['stepFile', 'stepColumns', 'stepReview', 'stepResult'] as const

/** Progress through the steps of an import. `at` is zero-based. */
export function Steps({ at }: { at: number }) {
  const say = useMessages()
  return (
    <ol className="transfer-steps">
      {steps.map((step, i) => (
        <li key={step} {...(i === at ? { 'aria-current': 'step' as const } : {})} className={i < at ? 'is-done' : ''}>
          <span className="transfer-step">{i < at && <Tick size={12} aria-hidden />}</span>
          {say(step)}
        </li>
      ))}
    </ol>
  )
}
