import { Button, Checkbox, Divider, PopoverNext } from '@blueprintjs/core'
import { ArrowDown, ArrowUp, Properties } from '@blueprintjs/icons'
import { useRef } from 'react'
import type { Column, ResourceInfo } from 'stoa/api-types'
import { useT } from '../i18n/index.ts'
import type { LookState } from './list-appearance.ts'

/** Chooses and orders the columns of a list. */
export function ColumnsMenu({ resource, look }: { resource: ResourceInfo; look: LookState }) {
  const { t } = useT()
  return (
    <PopoverNext placement="bottom-end" content={<Chooser resource={resource} look={look} />}>
      <Button variant="minimal" icon={<Properties aria-hidden />} aria-label={t('list.columns')} title={t('list.columns')} />
    </PopoverNext>
  )
}

function Chooser({ resource, look }: { resource: ResourceInfo; look: LookState }) {
  const { t } = useT()
  const list = useRef<HTMLUListElement>(null)
  const visibleNames = look.columns.map((column) => column.name)
  const rest = resource.columns.filter((column) => !visibleNames.includes(column.name))
  const set = (columns: string[]) => look.change({ columns })
  const move = (name: string, step: 1 | -1) => {
    const at = visibleNames.indexOf(name)
    const next = [...visibleNames]
    next.splice(at, 1)
    next.splice(at + step, 0, name)
    set(next)
    // The moved column keeps the focus, so that it can be moved further.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-move="${name} ${step}"]`)?.focus())
  }
  const line = (column: Column, at: number) => (
    <li key={column.name}>
      <Checkbox
        label={column.label}
        checked={at >= 0}
        disabled={column.name === resource.title}
        onChange={() => set(at >= 0 ? visibleNames.filter((name) => name !== column.name) : [...visibleNames, column.name])}
      />
      {at >= 0 && (
        <span className="column-moves">
          {([-1, 1] as const).map((step) => (
            <button
              key={step}
              type="button"
              className="icon-button"
              data-move={`${column.name} ${step}`}
              disabled={visibleNames[at + step] === undefined}
              aria-label={t(step < 0 ? 'list.columnUp' : 'list.columnDown', { name: column.label })}
              onClick={() => move(column.name, step)}
            >
              {step < 0 ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />}
            </button>
          ))}
        </span>
      )}
    </li>
  )
  return (
    <div className="popover-form column-chooser">
      <strong>{t('list.columns')}</strong>
      <ul ref={list}>
        {look.columns.map((column, at) => line(column, at))}
        {rest.map((column) => line(column, -1))}
      </ul>
      <Divider />
      <Button variant="minimal" fill onClick={() => set([])}>
        {t('list.reset')}
      </Button>
    </div>
  )
}
