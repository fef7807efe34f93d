import { Moment, StatusTag } from 'stoa/admin'
import type { Step } from '../api-types.ts'
import { useMessages } from './messages.ts'

/** The steps of a request with their deciders and times. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  const say = useMessages()
  return (
    <ol className="appr-steps">
      {steps.map((step) => (
        <li key={step.id}>
          <StatusTag word={step.status} /> <span>{step.role}</span>
          {step.who && (
            <span className="quiet small">
              {step.stood_for ? say('whoFor', { who: step.who, name: step.stood_for }) : step.who}
              {step.decided_at && (
                <>
                  {' · '}
                  <Moment value={step.decided_at} />
                </>
              )}
            </span>
          )}
          {step.reason && <span className="appr-reason">{step.reason}</span>}
        </li>
      ))}
    </ol>
  )
}
