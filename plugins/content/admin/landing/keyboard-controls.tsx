import { Button, HTMLSelect, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { Add, ArrowDown, ArrowUp, Duplicate, Trash } from '@blueprintjs/icons'
import { createUsePuck } from '@puckeditor/core'
import { type ReactElement, useState } from 'react'
import { elementKinds } from '../../domain/element-kinds.ts'
import { type Element, type Elements, outline } from './elements.ts'
import { placeBeside, getPlace, type Place, ROOT_ZONE } from './move.ts'
import { useElementNames, useMessages } from './messages.ts'

const useBuilder = createUsePuck()

/** Select, add, move and remove elements without a pointer. Each action is announced to screen readers. */
export function Hands() {
  const say = useMessages()
  const getName = useElementNames()
  const data = useBuilder(({ appState }) => appState.data) as unknown as Elements
  const chosen = useBuilder(({ selectedItem }) => selectedItem) as Element | null
  const dispatch = useBuilder((builder) => builder.dispatch)
  const [announcement, setAnnouncement] = useState('')
  const lines = outline({ ...data, zones: data.zones ?? {} })
  const at = chosen ? getPlace(chosen.props.id, data.content) : undefined
  const [up, down] = chosen ? [placeBeside(chosen.props.id, data.content, -1), placeBeside(chosen.props.id, data.content, 1)] : []

  const choose = (place: Place | null) => dispatch({ type: 'setUi', ui: { itemSelector: place }, recordHistory: false })
  const titled = ({ type, props }: Element) =>
    [getName(type), String(props['title'] ?? props['label'] ?? '').slice(0, 40)].filter(Boolean).join(': ')
  const tell = (deed: 'added' | 'movedUp' | 'movedDown' | 'duplicated' | 'removed', name: string) => setAnnouncement(say(deed, { name }))

  const add = (type: string) => {
    const place = at ? { zone: at.zone, index: at.index + 1 } : { zone: ROOT_ZONE, index: data.content.length }
    dispatch({ type: 'insert', componentType: type, destinationIndex: place.index, destinationZone: place.zone })
    choose(place)
    tell('added', getName(type))
  }
  const move = (to: Place, deed: 'movedUp' | 'movedDown') => {
    if (!at || !chosen) return
    dispatch({ type: 'move', sourceIndex: at.index, sourceZone: at.zone, destinationIndex: to.index, destinationZone: to.zone })
    choose(to)
    tell(deed, titled(chosen))
  }
  const duplicate = () => {
    if (!at || !chosen) return
    dispatch({ type: 'duplicate', sourceIndex: at.index, sourceZone: at.zone })
    tell('duplicated', titled(chosen))
  }
  const remove = () => {
    if (!at || !chosen) return
    dispatch({ type: 'remove', index: at.index, zone: at.zone })
    choose(null)
    tell('removed', titled(chosen))
  }
  return (
    <div className="builder-hands" role="toolbar" aria-label={say('hands')}>
      <PopoverNext
        autoFocus
        placement="bottom-start"
        content={
          <Menu aria-label={say('add')}>
            {Object.keys(elementKinds).map((type) => (
              <MenuItem key={type} text={getName(type)} onClick={() => add(type)} />
            ))}
          </Menu>
        }
      >
        <Button icon={<Add aria-hidden />} aria-haspopup="menu" text={say('add')} />
      </PopoverNext>
      <HTMLSelect
        aria-label={say('chosen')}
        value={chosen?.props.id ?? ''}
        onChange={({ currentTarget }) => choose(getPlace(currentTarget.value, data.content) ?? null)}
      >
        <option value="">{say('noneChosen')}</option>
        {lines.map(({ element, depth }) => (
          <option key={element.props.id} value={element.props.id}>
            {`${'– '.repeat(depth)}${titled(element)}`}
          </option>
        ))}
      </HTMLSelect>
      <Deed name={say('moveUp')} icon={<ArrowUp aria-hidden />} act={up && (() => move(up, 'movedUp'))} />
      <Deed name={say('moveDown')} icon={<ArrowDown aria-hidden />} act={down && (() => move(down, 'movedDown'))} />
      <Deed name={say('duplicate')} icon={<Duplicate aria-hidden />} act={at && duplicate} />
      <Deed name={say('removeElement')} icon={<Trash aria-hidden />} act={at && remove} />
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </div>
  )
}

/** A button that keeps the focus while it is disabled (`aria-disabled`), so that keyboard users do not lose their position. */
function Deed({ name, icon, act }: { name: string; icon: ReactElement; act: (() => void) | undefined }) {
  return <Button variant="minimal" icon={icon} aria-label={name} title={name} aria-disabled={!act} {...(act ? { onClick: act } : {})} />
}
