import { useTexts } from '../texts.ts'

const steps = ['stepFile', 'stepColumns', 'stepReview', 'stepResult'] as const

/** The way through an import. `at` counts from 0. */
export function Steps({ at }: { at: number }) {
  const say = useTexts()
  return (
    <ol className="transfer-steps">
      {steps.map((step, i) => (
        <li key={step} {...(i === at ? { 'aria-current': 'step' as const } : {})} className={i < at ? 'is-done' : ''}>
          {say(step)}
        </li>
      ))}
    </ol>
  )
}
