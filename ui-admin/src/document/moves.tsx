import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDown } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import { usePageActions } from '../state/page-actions.ts'
import { arrange } from './arrange.ts'
import { useMessages } from './messages.ts'
import type { DocumentStep } from './types.ts'

interface Props<D> {
  steps: readonly DocumentStep<D>[]
  run: (step: DocumentStep<D>) => void
}

/** The next step as primary button, the other actions in a menu. The command palette lists all of them. */
export function TransitionButtons<D>({ steps, run }: Props<D>) {
  const { next, others } = arrange(steps)
  usePageActions([...(next ? [next] : []), ...others].map((step) => ({ label: step.label, run: () => run(step) })))
  // A destructive action is never a button of its own, to avoid accidental taps.
  const only = others.length === 1 && others[0]?.intent !== 'danger' ? others[0] : undefined
  return (
    <>
      {next && (
        <Button
          // A new step is a new button, so that a second Enter does not press it.
          key={next.name}
          className="doc-next"
          intent={next.intent ?? 'primary'}
          {...(next.icon ? { icon: next.icon } : {})}
          {...(next.hint ? { title: next.hint } : {})}
          onClick={() => run(next)}
        >
          {next.label}
        </Button>
      )}
      {only && (
        <Button
          key={only.name}
          {...(only.icon ? { icon: only.icon } : {})}
          {...(only.hint ? { title: only.hint } : {})}
          intent={only.intent ?? 'none'}
          variant="outlined"
          onClick={() => run(only)}
        >
          {only.label}
        </Button>
      )}
      {others.length > 0 && !only && <More others={others} run={run} />}
    </>
  )
}

function More<D>({ others, run }: { others: readonly DocumentStep<D>[]; run: Props<D>['run'] }) {
  const say = useMessages()
  const id = useId()
  const [open, setOpen] = useState(false)
  const end = others.findIndex(({ intent }) => intent === 'danger')
  return (
    <PopoverNext
      // The action may open a dialog before the menu is gone, so the focus must stay there.
      shouldReturnFocusOnClose={false}
      isOpen={open}
      autoFocus
      placement="bottom-end"
      onInteraction={setOpen}
      content={
        <Menu aria-label={say('moves')} className="doc-menu">
          {others.map((step, i) => [
            i === end && i > 0 && <MenuDivider key="end" />,
            <MenuItem
              key={step.name}
              {...(step.icon ? { icon: step.icon } : {})}
              intent={step.intent === 'danger' ? 'danger' : 'none'}
              multiline
              text={
                <>
                  <span id={`${id}-${step.name}`}>{step.label}</span>
                  {step.hint && (
                    <span id={`${id}-${step.name}-hint`} className="doc-hint small">
                      {step.hint}
                    </span>
                  )}
                </>
              }
              aria-labelledby={`${id}-${step.name}`}
              aria-describedby={step.hint ? `${id}-${step.name}-hint` : undefined}
              onClick={() => run(step)}
            />,
          ])}
        </Menu>
      }
    >
      <Button variant="outlined" endIcon={<CaretDown aria-hidden />} aria-haspopup="menu" aria-expanded={open}>
        {say('more')}
      </Button>
    </PopoverNext>
  )
}
