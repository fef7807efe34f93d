import { Button, InputGroup, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { Cross, Filter as FilterIcon, Menu as Lines, Refresh, Search } from '@blueprintjs/icons'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ResourceInfo } from 'stoa/api-types'
import { inSentence, useT } from '../i18n/index.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { FilterChip } from './filter-chip.tsx'
import { FilterEditor } from './filter-editor.tsx'
import { getField, withoutField } from './filters.ts'
import type { ListState } from './list-address.ts'
import type { LookState } from './list-appearance.ts'

export interface ToolbarProps {
  resource: ResourceInfo
  state: ListState
  change: (part: Partial<ListState>) => void
  look: LookState
  refresh: () => void
  /** View switcher and menu of saved views. */
  views: ReactNode
  /** Table view; a board has neither columns nor density. */
  asTable: boolean
}

/** Search, filters and appearance of a list. */
export function Toolbar({ resource, state, change, look, refresh, views, asTable }: ToolbarProps) {
  const { t } = useT()
  const { compact } = look.look
  const used = [...new Set(Object.keys(state.filters).map(getField))]
  const filters = resource.filters.filter((filter) => used.includes(filter.name))
  return (
    <div className="toolbar">
      {resource.searchable && <SearchBox resource={resource} value={state.q} change={(q) => change({ q })} />}
      {filters.map((filter) => (
        <FilterChip
          key={filter.name}
          filter={filter}
          filters={state.filters}
          change={(next) => change({ filters: next })}
          remove={() => change({ filters: withoutField(state.filters, filter.name) })}
        />
      ))}
      {resource.filters.length > filters.length && <AddFilter resource={resource} state={state} change={change} used={used} />}
      {filters.length > 1 && (
        <Button variant="minimal" size="small" onClick={() => change({ filters: {} })}>
          {t('list.clearFilters')}
        </Button>
      )}
      <div className="toolbar-end">
        {views}
        {asTable && <ColumnsMenu resource={resource} look={look} />}
        {asTable && (
          <Button
            variant="minimal"
            icon={<Lines aria-hidden />}
            aria-label={t('list.density')}
            title={t('list.density')}
            aria-pressed={compact}
            active={compact}
            onClick={() => look.change({ compact: !compact })}
          />
        )}
        <Button
          variant="minimal"
          icon={<Refresh aria-hidden />}
          aria-label={t('list.refresh')}
          title={t('list.refresh')}
          onClick={refresh}
        />
      </div>
    </div>
  )
}

const SEARCH_AFTER_MS = 250

function SearchBox({ resource, value, change }: { resource: ResourceInfo; value: string; change: (q: string) => void }) {
  const { t } = useT()
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [previousValue, setPreviousValue] = useState(value)
  // Back and "Clear filters" change the text from outside. Our own change returns trimmed and must not replace the input.
  if (previousValue !== value) {
    setPreviousValue(value)
    if (value !== text.trim()) setText(value)
  }
  const type = (next: string, composing = false) => {
    setText(next)
    clearTimeout(timer.current)
    if (!composing) timer.current = setTimeout(() => change(next.trim()), SEARCH_AFTER_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const label = t('list.search', { things: inSentence(resource.plural) })
  return (
    <InputGroup
      id="list-search"
      type="search"
      className="search"
      aria-label={label}
      placeholder={label}
      leftElement={
        <span className="input-icon">
          <Search aria-hidden />
        </span>
      }
      value={text}
      onChange={(event) => type(event.target.value, (event.nativeEvent as InputEvent).isComposing)}
      onCompositionEnd={(event) => type(event.currentTarget.value)}
      {...(text
        ? {
            rightElement: (
              <Button variant="minimal" icon={<Cross aria-hidden />} aria-label={t('list.clearSearch')} onClick={() => type('')} />
            ),
          }
        : {})}
    />
  )
}

function AddFilter({ resource, state, change, used }: Pick<ToolbarProps, 'resource' | 'state' | 'change'> & { used: string[] }) {
  const { t } = useT()
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const filter = resource.filters.find((filter) => filter.name === name)
  const show = (next: boolean) => {
    setOpen(next)
    setName('')
  }
  return (
    <PopoverNext
      isOpen={open}
      onInteraction={show}
      placement="bottom-start"
      content={
        filter ? (
          <FilterEditor
            filter={filter}
            filters={state.filters}
            apply={(filters) => {
              show(false)
              change({ filters })
            }}
          />
        ) : (
          <Menu aria-label={t('list.addFilter')}>
            {resource.filters
              .filter((filter) => !used.includes(filter.name))
              .map((filter) => (
                <MenuItem key={filter.name} text={filter.label} shouldDismissPopover={false} onClick={() => setName(filter.name)} />
              ))}
          </Menu>
        )
      }
    >
      <Button variant="minimal" icon={<FilterIcon aria-hidden />}>
        {t('list.addFilter')}
      </Button>
    </PopoverNext>
  )
}
